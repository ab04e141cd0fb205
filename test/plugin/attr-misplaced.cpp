// A misplaced, misspelt, doubled or contradictory attribute is a warning with file and line, in actions that only read the
// program, too; it never makes the program invalid.
// RUN: %clangxx %plugin_flags -std=c++17 -fsyntax-only -Xclang -verify %s
// RUN: %clangxx %plugin_flags -std=c++17 -c -Xclang -verify %s -o %t.o
// RUN: %clangxx %plugin_flags -std=c++17 -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: attr-misplaced.cpp:[[@LINE+2]]:{{[0-9]+}}: warning: autoscope: attribute 'autoscope::scope' is ignored
// expected-warning@+1 {{attribute 'autoscope::scope' is ignored: it belongs on a function}}
[[autoscope::scope]] int variable = 1;
// expected-warning@+1 {{attribute 'autoscope::scope' is ignored: it belongs on a function}}
struct [[autoscope::scope]] Type {};
// expected-warning@+1 {{attribute 'autoscope::ignore' is ignored: it belongs on a function}}
struct __attribute__((autoscope_ignore)) Other {};
// expected-warning@+1 {{attribute 'autoscope::module' is ignored: it belongs on a class}}
[[autoscope::module]] void function();
// expected-warning@+1 {{attribute 'autoscope::scope' is ignored: it takes one string literal, or nothing}}
[[autoscope::scope(1)]] void number() {}
// expected-warning@+1 {{attribute 'autoscope::scope' is ignored: it takes one string literal, or nothing}}
[[autoscope::scope("a", "b")]] void two() {}
// expected-warning@+1 {{attribute 'autoscope::scope' is ignored: it takes one string literal, or nothing}}
[[autoscope::scope(L"wide")]] void wide() {}
// expected-warning@+1 {{attribute 'autoscope::scope' is ignored: it takes one string literal, or nothing}}
[[autoscope::scope()]] void empty() {}
// expected-warning@+1 {{attribute 'autoscope::scope' is ignored: its name is empty}}
[[autoscope::scope("")]] void emptyName() {}
// expected-warning@+1 {{attribute 'autoscope::ignore' is ignored: it takes no argument}}
[[autoscope::ignore("x")]] void ignoreWithName() {}
// expected-warning@+1 {{attribute 'autoscope::scope' is ignored: the declaration already has one}}
[[autoscope::scope]] [[autoscope::scope("x")]] void doubled() {}
// expected-warning@+1 {{attribute 'autoscope::scope' is ignored: the declaration also has 'autoscope::ignore'}}
[[autoscope::scope]] [[autoscope::ignore]] void both() {}
// expected-warning@+1 {{attribute 'autoscope::scope' is ignored: the declaration also has 'autoscope::ignore'}}
[[autoscope::ignore, autoscope::scope("x")]] void ignoreFirst() {}
void parameter(
    // expected-warning@+1 {{attribute 'autoscope::scope' is ignored: it belongs on a function}}
    [[autoscope::scope]] int x);
enum [[autoscope::module]] Enum {}; // expected-warning {{attribute 'autoscope::module' is ignored: it belongs on a class}}
void statement() {
  // expected-warning@+1 {{attribute 'autoscope::scope' is ignored on a statement}}
  [[autoscope::scope]] ;
}
