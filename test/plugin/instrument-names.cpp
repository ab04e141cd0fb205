// Names tell apart what tables must: overloads, same-named methods, lambdas of one function, anonymous namespaces, operators.
// Template arguments that would print exponentially long do not: the compile ends, and the name is short.
// RUN: %clangxx %plugin_flags -std=c++17 %arg-all %arg-list=- -c %s -o %t.o | FileCheck %s
// RUN: %clangxx %plugin_flags -std=c++17 -O2 %arg-all %arg-list=- -c %s -o %t.o | FileCheck %s
struct A { void run() {} };
struct B { void run() {} };
void run(int) {}
void run(double) {}
template <class T> void run(T *) {}
template void run(int *);
template void run(A *);
namespace { void run() {} }
void user() {
  run();
  [] {}(); [] {}();
}
namespace outer { namespace { struct Inner { void run() {} }; } void use() { Inner().run(); } }
struct Ops {
  int operator()(int x) const { return x; }
  Ops &operator=(const Ops &) { return *this; }
  int operator[](int x) & { return x; }
  operator int *() && { return nullptr; }
  void operator delete(void *) {}
};
struct { void run() {} } unnamed;
typedef struct { void run() {} } Alias;
template <class T, class U> struct Pair { Pair() {} };
template <int n> struct Nest { using type = Pair<typename Nest<n - 1>::type, typename Nest<n - 1>::type>; };
template <> struct Nest<0> { using type = int; };
void explode() { Nest<20>::type(); }
template <auto n> int value() { return 0; }
template int value<5>();
int function(int (*pointer)(char, long), int (&array)[3], const volatile A *const) { return pointer('c', array[0]); }
template <class T = int> void function(T) {} template void function(int);
template <class T = int> struct Other { int get() { return 0; }
int user() { return Other<int>().get(); } }; template struct Other<int>;
// CHECK:      :5: function A::run()
// CHECK-NEXT: :6: function B::run()
// CHECK-NEXT: :7: function run(int)
// CHECK-NEXT: :8: function run(double)
// CHECK-NEXT: :9: function run<A>(A *)
// CHECK-NEXT: :9: function run<int>(int *)
// CHECK-NEXT: :12: function (anonymous instrument-names.cpp)::run()
// CHECK-NEXT: :13: function user()
// CHECK-NEXT: :15: function user()::(lambda 15:3)()
// CHECK-NEXT: :15: function user()::(lambda 15:12)()
// CHECK-NEXT: :17: function outer::(anonymous instrument-names.cpp)::Inner::run()
// CHECK-NEXT: :17: function outer::use()
// CHECK-NEXT: :19: function Ops::operator()(int) const
// CHECK-NEXT: :20: function Ops::operator=(const Ops &)
// CHECK-NEXT: :21: function Ops::operator[](int) &
// CHECK-NEXT: :22: function Ops::operator int *() &&
// CHECK-NEXT: :23: function Ops::operator delete(void *)
// CHECK-NEXT: :25: function (unnamed 25:1)::run()
// CHECK-NEXT: :26: function Alias::run()
// CHECK-NEXT: :27: function Pair<...>::Pair()
// CHECK-NEXT: :30: function explode()
// CHECK-NEXT: :31: function value<5>()
// CHECK-NEXT: :33: function function(int (*)(char, long), int (&)[3], const volatile A *const)
// CHECK-NEXT: :34: function function<>(int)
// CHECK-NEXT: :35: function Other<>::get()
// CHECK-NEXT: :36: function Other<>::user()
// CHECK-NOT:  :
