// Lambdas in default member initialisers are timed and listed: of classes and class templates, with written, defaulted and implicit
// constructors, once each.
// RUN: %tracexx -std=c++17 %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %clangxx %plugin_flags -std=c++17 %arg-all %arg-list=%t.json -fsyntax-only %s && FileCheck --check-prefix=LIST %s --input-file=%t.json
template <class T> struct Written {
  int value = [] { return int(sizeof(T)); }();
  Written() {}
};
template <class T> struct Defaulted {
  int value = [] { return int(sizeof(T)); }();
  Defaulted() = default;
};
template <class T> struct Implicit {
  int (*value)() = [] { return int(sizeof(T)); };
};
template <class T> struct Outer {
  Implicit<T> inner;
  ~Outer() {}
};
struct Plain {
  int value = [] { return 1; }();
};
template <class T> struct NeverMade {
  int value = [] { return 1; }();
};
[[autoscope::ignore]] int main() {
  Written<int> written;
  Defaulted<long> defaulted;
  Outer<char> outer;
  outer.inner.value();
  Plain plain, again;
}
// CHECK:      {{^}}> Written<int>::Written()
// CHECK-NEXT: {{^}}  > Written<int>::(lambda 6:15)()
// CHECK:      {{^}}> Defaulted<long>::(lambda 10:15)()
// CHECK:      {{^}}> Implicit<char>::(lambda 14:20)()
// CHECK:      {{^}}> Plain::(lambda 21:15)()
// CHECK:      {{^}}> Plain::(lambda 21:15)()
// LIST-COUNT-1: "name": "Written<int>::(lambda 6:15)()"
// LIST-COUNT-1: "name": "Plain::(lambda 21:15)()"
// LIST-NOT:     "name": "Plain::(lambda
