#include <autoscope/attributes.h>

AUTOSCOPE_SCOPE int work(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += i * i;
  return sum;
}

int main() {
  return work(100) == 328350 ? 0 : 1;
}
