// An annotated constexpr function, lambda and constructor are usable as constants, as bounds and at run time, where alone they are timed;
// an annotated consteval one is a warning.
// RUN: %tracexx -std=c++17 -Wall -Wextra -Werror %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++20 -O2 -Wall -Wextra %s %stub -o %t 2>&1 | FileCheck --check-prefix=WARN %s && %t | FileCheck %s
// RUN: %tracexx -std=c++2b %s %stub -o %t 2>&1 | FileCheck --check-prefix=WARN %s && %t | FileCheck %s
[[autoscope::scope]] constexpr int size(int x) { return 2 * x; }
static_assert(size(2) == 4, "");
int array[size(3)];
struct Point {
  int x;
  [[autoscope::scope]] constexpr explicit Point(int value) : x(value) {}
};
constexpr Point point(1);
static_assert(point.x == 1, "");
#if __cplusplus >= 202002L
[[autoscope::scope]] consteval int never() { return 1; }
static_assert(never() == 1);
#endif
// WARN:     warning: autoscope: 'never()' is not instrumented: it is consteval and never runs
// WARN-NOT: warning:
int main() {
  constexpr auto lambda = [](int x) __attribute__((autoscope_scope)) { return x; };
  static_assert(lambda(3) == 3, "");
  volatile int one = 1;
  size(one);
  lambda(one);
  Point atRunTime(one);
  return sizeof array / sizeof *array - 6;
}
// CHECK:      {{^}}> size(int)
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> main()::(lambda {{.*}})(int)
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Point::Point(int)
// CHECK-NEXT: {{^}}<
// CHECK-NOT:  {{.}}
