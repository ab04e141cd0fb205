#include <autoscope/attributes.h>
#include <cstdio>

AUTOSCOPE_FUNCTION long work(int n) {
  long sum = 0;
  for (int i = 0; i < n; ++i)
    sum += i * i % 7;
  return sum;
}

int main() { std::printf("%ld\n", work(1000)); }
