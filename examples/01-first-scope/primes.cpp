#include <autoscope/attributes.h>
#include <cstdio>
#include <initializer_list>

AUTOSCOPE_FUNCTION int countPrimes(int below) {
  int count = 0;
  for (int n = 2; n < below; ++n) {
    int divisor = 2;
    while (n % divisor != 0)
      ++divisor;
    count += divisor == n;
  }
  return count;
}

int main() {
  for (int below : {100, 1000, 10000})
    std::printf("%d primes below %d\n", countPrimes(below), below);
}
