// What cannot carry a scope is skipped: with a warning and the reason where the user asked for it by name, with a remark under
// `remarks` otherwise, never with a change of the program.
// RUN: %clangxx %plugin_flags -std=c++20 -fsyntax-only -Xclang -verify=named %s
// RUN: %clangxx %plugin_flags -std=c++20 -c -Xclang -verify=named %s -o %t.o
// RUN: %clangxx %plugin_flags -std=c++20 %arg-all %arg-remarks -c -DREMARKS -Xclang -verify=named,all %s -o %t.o
// RUN: %tracexx -std=c++20 %arg-all -w %s %stub -o %t && %t | FileCheck %s
#include <cstdio>
#include <cstdlib>
#include <new>

// named-warning@+1 {{'constant()' is not instrumented: it is consteval}}
[[autoscope::scope]] consteval int constant() { return 1; }

// named-warning@+2 {{'nakedFunction()' is not instrumented: a naked function has no prologue}}
[[autoscope::scope]]
__attribute__((naked)) void nakedFunction() { asm("ret"); }

// named-warning@+2 {{'refuses()' is not instrumented: it is marked no_instrument_function}}
[[autoscope::scope]]
__attribute__((no_instrument_function)) void refuses() {}

int tail(int x) { return x; }
// named-warning@+1 {{'tailCaller(int)' is not instrumented: a musttail call cannot cross the end of a scope}}
[[autoscope::scope]] int tailCaller(int x) { [[clang::musttail]] return tail(x); }

// named-warning@+1 {{'early()' is not instrumented: it is a constructor function that runs before the run time is ready}}
[[autoscope::scope, gnu::constructor(50)]] static void early() {}

// named-warning@+1 {{'pureFunction(int)' is not instrumented: it is marked pure or const}}
[[autoscope::scope, gnu::pure]] int pureFunction(int x) { return x; }
// named-warning@+1 {{'constFunction(int)' is not instrumented: it is marked pure or const}}
[[autoscope::scope, gnu::const]] int constFunction(int x) { return x; }

struct Special {
  // named-warning@+1 {{'Special::Special()' is not instrumented: it is defaulted}}
  [[autoscope::scope]] Special() = default;
  // named-warning@+1 {{'Special::Special(const Special &)' is not instrumented: it is deleted}}
  [[autoscope::scope]] Special(const Special &) = delete;
};

// named-warning@+1 {{'operator new(unsigned long)' is not instrumented: it is an allocation function}}
[[autoscope::scope]] void *operator new(std::size_t size) { return std::malloc(size); }

#ifdef REMARKS
// all-remark@+1 {{'unasked()' is not instrumented: it is consteval and never runs}}
consteval int unasked() { return 1; }
// all-remark@+1 {{'ignored()' is not instrumented: it is marked autoscope::ignore}}
[[autoscope::ignore]] void ignored() {}
#endif

// The template itself is no skip: its instantiations are what is asked for.
template <class T> [[autoscope::scope]] T generic(T x) { return x; }

int main() {
  static_assert(constant() == 1);
  tailCaller(1);
  (void)(pureFunction(1) + constFunction(1));
  refuses();
  generic(1);
  delete new int;
}
// CHECK:      {{^}}> main()
// CHECK-NEXT: {{^}}  > tail(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > generic<int>(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}<
