// With `all`, each call of each function of user code gives one scope, whatever the kind of function, at -O0 and -O2.
// RUN: %tracexx -std=c++17 -Wall -Wextra -Wpedantic -Werror %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++17 -O2 %arg-all %s %stub -o %t && %t | FileCheck %s
#include <cstdio>
#include <utility>

namespace net {
struct Base {
  Base() {}
  virtual ~Base() {}
  virtual int run(int x) const = 0;
  static int make() { return 1; }
  Base &operator+=(int) { return *this; }
  explicit operator bool() const { return true; }
};
struct Derived : Base {
  int run(int x) const override { return x; }
  int run(double) { return 2; }
};
template <class T> T pick(T a, T b) { return a < b ? a : b; }
template <> long pick(long a, long) { return a; }
template <class... Ts> int count(Ts...) { return sizeof...(Ts); }
inline namespace v1 {
int inner() { return 1; }
}
} // namespace net
namespace {
int hidden() { return 1; }
}
template int net::pick(int, int);
extern "C" int c_name(int x) { return x; }
auto deduced(int x) { return x; }
int variadic(int n, ...) { return n; }
int mayThrow(int x) try { return x; } catch (...) { return 0; }
int operator""_kg(unsigned long long x) { return static_cast<int>(x); }
template <class T> struct Outer {
  template <class U> struct Inner {
    int get(U) { return 1; }
  };
  friend int friendly(Outer) { return 1; }
};
template <class T> struct Outer<T *> {
  int get() { return 1; }
};

int main() {
  {
    net::Derived d;
    net::Base &b = d;
    b.run(1);
    d.run(1.0);
    b += 1;
    (void)static_cast<bool>(b);
    net::Base::make();
  }
  net::pick(1, 2);
  net::pick(1L, 2L);
  net::count(1, 'c', 2.0);
  net::inner();
  hidden();
  c_name(1);
  deduced(1);
  variadic(1, 2);
  mayThrow(1);
  (void)3_kg;
  Outer<int>::Inner<char>().get('c');
  friendly(Outer<int>());
  Outer<int *>().get();
  auto lambda = [](int x) { return [x](auto y) { return x + y; }(1L); };
  lambda(1);
  struct Local {
    int get() { return 1; }
  };
  Local().get();
}
// CHECK:      {{^}}> main()
// CHECK-NEXT: {{^}}  > net::Base::Base()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > net::Derived::run(int) const
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > net::Derived::run(double)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > net::Base::operator+=(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > net::Base::operator bool() const
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > net::Base::make()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > net::Base::~Base()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > net::pick<int>(int, int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > net::pick<long>(long, long)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > net::count<int, char, double>(int, char, double)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > net::v1::inner()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > (anonymous instrument-all.cpp)::hidden()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > c_name(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > deduced(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > variadic(int, ...)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > mayThrow(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > operator""_kg(unsigned long long)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Outer<int>::Inner<char>::get(char)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > friendly(Outer<int>)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Outer<int *>::get()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > main()::(lambda 69:17)(int)
// CHECK-NEXT: {{^}}    > main()::(lambda 69:17)(int)::(lambda 69:36)(long)
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > main()::Local::get()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}<
