// Lambdas that stand outside of function bodies are timed and listed, once each: in initialisers, variable templates, aliases,
// decltype, bases, template arguments and default arguments, of templates and of their instances.
// REQUIRES: llvm-ge-16
// RUN: %tracexx -std=c++20 %arg-all %arg-min-statements=0 %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++20 -O2 %arg-all %arg-min-statements=0 %s %stub -o %t && %t | FileCheck %s
// RUN: %clangxx %plugin_flags -std=c++20 %arg-all %arg-min-statements=0 %arg-list=- -fsyntax-only %s | FileCheck --check-prefix=LIST %s
// RUN: %clangxx %plugin_flags -std=c++20 %arg-all %arg-min-statements=0 %arg-list=%t.json -c %s -o %t.o
// RUN: %python -c "import json, sys; [print(f['line'], f['name'], f.get('reason')) for f in json.load(open(sys.argv[1]))['functions']]" %t.json | FileCheck --check-prefix=JSON %s
template <class T> auto variable = [] { return sizeof(T); };
template <class T> struct Holder {
  static inline auto member = [] { return 2; };
  static inline int (*pointer)() = [] { return 5; };
  auto call(int x = [] { return 3; }()) { return x; }
  bool operator==(const Holder &) const = default;
  T value{};
};
template <class T> using Alias = decltype([](T x) { return x; });
using Plain = decltype([](int x) { return x; });
template <class F> struct Runs {
  void operator()() { F{}(0); }
};
struct Derived : Runs<decltype([](int) {})> {};
template <auto F> void argument() { F(); }
template <class T> T defaulted(T x = [] { return T(4); }()) { return x; }
template <class T> auto generic = [](auto x) { return x + sizeof(T); };

// CHECK: > main()
int main() {
  variable<int>();
  // CHECK-NEXT: {{^}} > {{.*}}(lambda 9:36)()
  // CHECK-NEXT: {{^}} <
  variable<long>();
  // CHECK-NEXT: {{^}} > {{.*}}(lambda 9:36)()
  // CHECK-NEXT: {{^}} <
  Holder<int>::member();
  // CHECK-NEXT: {{^}} > Holder<int>::(lambda 11:31)()
  // CHECK-NEXT: {{^}} <
  Holder<int>::pointer();
  // CHECK-NEXT: {{^}} > Holder<int>::(lambda 12:36)()
  // CHECK-NEXT: {{^}} <
  Holder<int>().call();
  // CHECK-NEXT: {{^}} > {{.*}}(lambda 13:21)()
  // CHECK-NEXT: {{^}} <
  // CHECK-NEXT: {{^}} > Holder<int>::call(int)
  // CHECK-NEXT: {{^}} <
  Alias<int>{}(1);
  // CHECK-NEXT: {{^}} > {{.*}}(lambda 17:43)(int)
  // CHECK-NEXT: {{^}} <
  Plain{}(1);
  // CHECK-NEXT: {{^}} > (lambda 18:24)(int)
  // CHECK-NEXT: {{^}} <
  Derived{}();
  // CHECK-NEXT: {{^}} > {{.*}}Runs<{{.*}}>::operator()()
  // CHECK-NEXT: {{^}}  > {{.*}}(lambda 22:32)(int)
  // CHECK-NEXT: {{^}}  <
  // CHECK-NEXT: {{^}} <
  argument<[] {}>();
  // CHECK-NEXT: {{^}} > argument<{{.*}}>()
  // CHECK-NEXT: {{^}}  > {{.*}}(lambda 57:12)()
  // CHECK-NEXT: {{^}}  <
  // CHECK-NEXT: {{^}} <
  defaulted<int>();
  // CHECK-NEXT: {{^}} > {{.*}}(lambda 24:38)()
  // CHECK-NEXT: {{^}} <
  // CHECK-NEXT: {{^}} > defaulted<int>(int)
  // CHECK-NEXT: {{^}} <
  generic<int>(1);
  // CHECK-NEXT: {{^}} > {{.*}}(lambda 25:35)(int)
  // CHECK-NEXT: {{^}} <
  return !(Holder<int>() == Holder<int>());
}
// CHECK-NEXT: {{^}}<
// LIST:      :9: {{.*}}(lambda 9:36)()
// LIST-NEXT: :9: {{.*}}(lambda 9:36)()
// LIST-NEXT: :11: {{.*}}Holder<int>::(lambda 11:31)()
// LIST-NEXT: :12: {{.*}}Holder<int>::(lambda 12:36)()
// LIST-NEXT: :13: {{.*}}Holder<int>::call(int)
// LIST-NEXT: :13: {{.*}}(lambda 13:21)()
// LIST-NEXT: :17: {{.*}}(lambda 17:43)(int)
// LIST-NEXT: :18: {{.*}}(lambda 18:24)(int)
// LIST-NEXT: :20: {{.*}}::operator()()
// LIST-NEXT: :22: {{.*}}(lambda 22:32)(int)
// LIST-NEXT: :23: {{.*}}argument<
// LIST-NEXT: :24: {{.*}}defaulted<int>(int)
// LIST-NEXT: :24: {{.*}}(lambda 24:38)()
// LIST-NEXT: :25: {{.*}}(lambda 25:35)(int)
// LIST-NEXT: :28: {{.*}}main()
// LIST-NEXT: :57: {{.*}}(lambda 57:12)()
// LIST-NOT:  :
// JSON: 14 Holder<int>::operator==(const Holder<int> &) const Defaulted
