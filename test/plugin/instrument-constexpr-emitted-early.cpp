// A constexpr function that is compiled at once (an explicit instantiation, `used`, a constructor function) has its scope before the last
// constant that needs it: constants and warnings later in the unit stay as they are.
// RUN: %clangxx %plugin_flags -std=c++17 %arg-all -fsyntax-only -Xclang -verify %s
// RUN: %clangxx %plugin_flags -std=c++17 %arg-all -c -Xclang -verify %s -o %t.o
// RUN: %clangxx %plugin_flags -std=c++17 %arg-all %arg-list=- -fsyntax-only -w %s | FileCheck %s
template <class T> constexpr T two() { return 2; }
template int two<int>();
short narrow{two<int>()};
__attribute__((used)) constexpr int used() { return 2; }
short alsoNarrow{used()};
__attribute__((constructor)) constexpr void early() {}
template <class T> struct Zero {
  constexpr int get() const { return 0; }
  int plain() const { return 0; }
};
template struct Zero<int>;
int divide(int x) { return x / Zero<int>().get(); } // expected-warning {{division by zero is undefined}}
constexpr int late() { return 3; }
// CHECK:      function two<int>()
// CHECK-NEXT: function used()
// CHECK-NEXT: function early()
// CHECK-NEXT: function Zero<int>::get() const
// CHECK-NEXT: function Zero<int>::plain() const
// CHECK-NEXT: function divide(int)
// CHECK-NEXT: function late()
