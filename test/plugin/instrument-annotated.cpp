// An annotated function is timed on each call, under its own name or the given one, in every spelling of the attribute;
// others are left alone.
// RUN: %tracexx -std=c++17 -Wall -Wextra -Wpedantic -Werror %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++17 -O2 %s %stub -o %t && %t | FileCheck %s
#include <cstdio>

[[autoscope::scope]] static int plain(int x) { return x; }
[[autoscope::scope("renamed")]] static int named(int x) { return x; }
__attribute__((autoscope_scope)) static int gnu(int x) { return x; }
__attribute__((autoscope_scope("gnu named"))) static int gnuNamed(int x) { return x; }
#define NAMED(n) [[autoscope::scope(#n)]]
NAMED(by macro) static int byMacro(int x) { return x; }
#define TEXT "joined " "text"
[[autoscope::scope(TEXT)]] static int joined(int x) { return x; }
[[using autoscope: scope("using")]] static int usingList(int x) { return x; }
static int notAnnotated(int x) { return x; }

// A declaration is enough: the definition that follows has it too.
[[autoscope::scope("declared")]] int declaredFirst(int x);
int declaredFirst(int x) { return x; }

int main() {
  plain(1);
  named(1);
  gnu(1);
  gnuNamed(1);
  byMacro(1);
  joined(1);
  usingList(1);
  notAnnotated(1);
  declaredFirst(1);
  std::puts("end");
}
// CHECK:      {{^}}> plain(int)
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> renamed
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> gnu(int)
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> gnu named
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> by macro
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> joined text
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> using
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> declared
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}end
