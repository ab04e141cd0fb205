// Counts primes. The attribute makes one scope of each call of countPrimes().
#include <autoscope/attributes.h>
#include <cstdio>

AUTOSCOPE_SCOPE int countPrimes(int below) {
  int count = 0;
  for (int n = 2; n < below; ++n) {
    bool prime = true;
    for (int d = 2; prime && d * d <= n; ++d)
      prime = n % d != 0;
    count += prime;
  }
  return count;
}

int main() {
  for (int below : {1000, 10000, 100000})
    std::printf("%d primes below %d\n", countPrimes(below), below);
}
