// Lambdas in lambdas in member templates, members of partial specialisations, explicit instantiations and local classes of
// templates: exactly one scope per executed call, at -O0 and -O2.
// RUN: %tracexx -std=c++20 -Wall -Wextra -Werror %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++20 -O2 %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++20 -fno-exceptions -fno-rtti %arg-all -c %s -o %t.o
template <class T> struct Outer {
  template <class U> int nested(U u) {
    auto first = [this, u](auto v) {
      auto second = [&](int w) { return w + static_cast<int>(u) + static_cast<int>(v); };
      return second(1) + base();
    };
    return first(2L);
  }
  int base() { return 0; }
};
template <class T, class U> struct Partial {
  int get() { return 0; }
};
template <class T> struct Partial<T, int> {
  int get() { return 1; }
};
template <class T> void explicitly() {}
template void explicitly<char>();
extern template void explicitly<long>();
template void explicitly<long>();
template <class T> int local(T x) {
  struct Local {
    T value;
    T get() const { return value; }
    static T make() { return T(); }
  };
  return static_cast<int>(Local{x}.get() + Local::make());
}
template <class T> concept Small = sizeof(T) <= 4;
template <Small T> int constrained(T) { return 4; }
template <class T> int constrained(T) { return 8; }
template <class... Ts> int fold(Ts... xs) { return (0 + ... + [](auto x) { return static_cast<int>(x); }(xs)); }
int defaulted(int x = [] { return [] { return 1; }(); }()) { return x; }
template <class T> int viaStatic() {
  static int once = [] { return static_cast<int>(sizeof(T)); }();
  return once;
}
int main() {
  Outer<int>().nested('c');
  Partial<char, int>().get();
  Partial<char, char>().get();
  explicitly<char>();
  explicitly<long>();
  local(1);
  constrained(1);
  constrained(1L);
  fold(1, 2L);
}
// CHECK:      {{^}}> main()
// CHECK-NEXT: {{^}}  > Outer<int>::nested<char>(char)
// CHECK-NEXT: {{^}}    > Outer<int>::nested<char>(char)::(lambda 8:18)(long)
// CHECK-NEXT: {{^}}      > Outer<int>::nested<char>(char)::(lambda 8:18)(long)::(lambda 9:21)(int)
// CHECK-NEXT: {{^}}      <
// CHECK-NEXT: {{^}}      > Outer<int>::base()
// CHECK-NEXT: {{^}}      <
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Partial<char, int>::get()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Partial<char, char>::get()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > explicitly<char>()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > explicitly<long>()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > local<int>(int)
// CHECK-NEXT: {{^}}    > local<int>(int)::Local::get() const
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}    > local<int>(int)::Local::make()
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > constrained<int>(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > constrained<long>(long)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > fold<int, long>(int, long)
// CHECK-NEXT: {{^}}    > fold<int, long>(int, long)::(lambda 37:63)(int)
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}    > fold<int, long>(int, long)::(lambda 37:63)(long)
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}<
