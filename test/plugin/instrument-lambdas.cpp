// Lambdas of every kind give one scope per call: generic, nested, immediately called, mutable, variadic, converted to a pointer, in
// default arguments of functions and templates, in variables, and implicitly constexpr ones, which stay constants.
// RUN: %tracexx -std=c++17 -Wall -Wextra -Werror %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++17 -O2 -Wall -Wextra -Werror %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++2b -O2 -Wall -Wextra -Werror %arg-all %s %stub -o %t && %t | FileCheck %s
#include <cstdio>

auto implicitly = [](int x) { return x + 1; };
static_assert(implicitly(1) == 2, "");
char array[implicitly(2)];
auto genericConstant = [](auto x) { return x; };
static_assert(genericConstant(3) == 3, "");
template <class T> int apply(T f) { return f(1); }
int pointer(int (*f)(int)) { return f(2); }
template <class T> struct Class {
  T value = [](T x) { return x; }(T());
  int method() {
    return [this](auto... xs) { return static_cast<int>(value + (xs + ...)); }(1, 2L);
  }
};
int withDefault(int x = [] { return 0; }()) { return x; }
template <class F = decltype(implicitly)> int defaultType(F f = implicitly) { return f(1); }
inline int fromInline = [] { return 4; }();

int main() {
  volatile int one = 1;
  [] {}();
  int count = [n = 0]() mutable { return ++n; }();
  apply([](int x) { return x; });
  apply([](auto x) noexcept { return x; });
  pointer([](int x) { return x; });
  pointer(+[](int x) { return x; });
  Class<int>().method();
  withDefault();
  defaultType();
  genericConstant(static_cast<int>(one));
  auto outer = [&](int depth) {
    auto inner = [&](int x) { return x + depth; };
    return inner(1) + [=] { return inner(2); }();
  };
  outer(0);
  auto recursive = [](auto &self, int n) -> int { return n ? self(self, n - 1) : 0; };
  recursive(recursive, 1);
  std::printf("%d %zu\n", count, sizeof array);
}
// CHECK:      {{^}}> main()
// CHECK-NEXT: {{^}}  > main()::(lambda 27:3)()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > main()::(lambda 28:15)()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > apply<(lambda 29:9)>((lambda 29:9))
// CHECK-NEXT: {{^}}    > main()::(lambda 29:9)(int)
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > apply<(lambda 30:9)>((lambda 30:9))
// CHECK-NEXT: {{^}}    > main()::(lambda 30:9)(int)
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > pointer(int (*)(int))
// CHECK-NEXT: {{^}}    > main()::(lambda 31:11)(int)
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > pointer(int (*)(int))
// CHECK-NEXT: {{^}}    > main()::(lambda 32:12)(int)
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Class<int>::(lambda 16:13)(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Class<int>::method()
// CHECK-NEXT: {{^}}    > Class<int>::method()::(lambda 18:12)(int, long)
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > (lambda 21:25)()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > withDefault(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > defaultType<>((lambda 8:19))
// CHECK-NEXT: {{^}}    > (lambda 8:19)(int)
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > (lambda 11:24)(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > main()::(lambda 37:16)(int)
// CHECK-NEXT: {{^}}    > main()::(lambda 37:16)(int)::(lambda 38:18)(int)
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}    > main()::(lambda 37:16)(int)::(lambda 39:23)()
// CHECK-NEXT: {{^}}      > main()::(lambda 37:16)(int)::(lambda 38:18)(int)
// CHECK-NEXT: {{^}}      <
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > main()::(lambda 42:20)((lambda 42:20) &, int)
// CHECK-NEXT: {{^}}    > main()::(lambda 42:20)((lambda 42:20) &, int)
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}1 3
// CHECK-NEXT: {{^}}<
// CHECK-NOT:  {{.}}
