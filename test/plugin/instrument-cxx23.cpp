// C++23: explicit object parameters, recursive lambdas, static call and subscript operators, `if consteval`, and immediate functions that
// become so by what they call.
// REQUIRES: llvm-ge-19
// RUN: %tracexx -std=c++23 -Wall -Wextra -Werror %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++23 -O2 -Wall -Wextra -Werror %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %clangxx %plugin_flags -std=c++23 %arg-all %arg-list=%t.json -fsyntax-only %s && FileCheck --check-prefix=LIST %s --input-file=%t.json
struct Object {
  int value = 0;
  int named(this Object &self) { return self.value; }
  template <class Self> auto &&deduced(this Self &&self) { return self.value; }
  int operator[](this const Object &, int x, int y) { return x + y; }
  operator int(this Object self) { return self.value; }
};
struct Static {
  static int operator()(int x) { return x; }
  static int operator[](int x) { return x; }
};
consteval int constant(int x) { return x; }
// Immediate, as it calls a consteval function with what is no constant.
template <class T> constexpr int escalated(T x) { return constant(x); }
static_assert(escalated(1) == 1);
constexpr int either(int x) {
  if consteval {
    return constant(1);
  } else {
    return x;
  }
}
static_assert(either(5) == 1);
int main() {
  Object object;
  object.named();
  object.deduced();
  object[1, 2];
  static_cast<void>(static_cast<int>(object));
  Static()(1);
  Static()[1];
  auto recursive = [](this auto self, int n) -> int { return n ? self(n - 1) : 0; };
  recursive(1);
  auto staticLambda = [](int x) static { return x; };
  staticLambda(1);
  volatile int one = 1;
  either(one);
  constexpr int early = escalated(2);
  return early - 2;
}
// LIST:       "name": "constant(int)"
// LIST:       "reason": "Consteval"
// LIST:       "name": "escalated<int>(int)"
// LIST:       "reason": "Consteval"
// CHECK:      {{^}}> main()
// CHECK-NEXT: {{^}}  > Object::named({{.*}}Object &)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Object::deduced<Object &>({{.*}}Object &)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Object::operator[]({{.*}}const Object &, int, int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Object::operator int({{.*}}Object)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Static::operator()(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Static::operator[](int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > main()::(lambda {{.*}}
// CHECK-NEXT: {{^}}    > main()::(lambda {{.*}}
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > main()::(lambda {{.*}}(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > either(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}<
// CHECK-NOT:  {{[<>]}}
