// constexpr functions and lambdas are timed at run time and stay usable in every constant expression.
// RUN: %tracexx -std=c++17 -Wall -Wextra -Werror %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++20 -O2 -Wall -Wextra -Werror %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++2b -Wall -Wextra -Werror %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++17 -O1 -fprofile-instr-generate -fcoverage-mapping -Wall -Wextra -Werror %arg-all -c %s -o %t.o
#include <cstdio>

constexpr int twice(int x) { return 2 * x; }
static_assert(twice(2) == 4, "");
int array[twice(3)];
template <int n> struct Constant {
  static constexpr int value = n;
};
static_assert(Constant<twice(4)>::value == 8, "");
short narrowed{twice(1)};
typedef int Vector __attribute__((vector_size(twice(8))));
enum { enumerator = twice(5) };
struct Bits {
  int field : twice(2);
};
constexpr auto lambda = [](int x) { return x + 1; };
static_assert(lambda(1) == 2, "");
struct Point {
  int x;
  constexpr Point(int value) : x(value) {}
  constexpr int get() const { return x; }
};
constexpr Point point(3);
static_assert(point.get() == 3, "");
constexpr int deep(int n) { return n == 0 ? 0 : 1 + deep(n - 1); }
static_assert(deep(200) == 200, "");
template <class T> constexpr T generic(T x) { return x; }

static_assert(generic(1) == 1, "");

int main() {
  volatile int one = 1;
  switch (one) {
  case twice(1):
    return 1;
  default:
    break;
  }
  twice(one);
  lambda(one);
  Point(one).get();
  generic(static_cast<int>(one));
  std::printf("%zu %d\n", sizeof array / sizeof *array, enumerator);
}
// CHECK:      {{^}}> main()
// CHECK-NEXT: {{^}}  > twice(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > (lambda 21:25)(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Point::Point(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Point::get() const
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > generic<int>(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}6 10
// CHECK-NEXT: {{^}}<
