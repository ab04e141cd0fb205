// %h, %p, %r and %t in AUTOSCOPE_OUTPUT; the session's files are gone when the product is there.
// RUN: %clangxx -std=c++11 -I%source/runtime/include %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: env RANK=5 "AUTOSCOPE_OUTPUT=%t.d/a-%%h-%%r.json" %t
// RUN: env "AUTOSCOPE_OUTPUT=%t.d/b-%%p-%%t.autoscope" %t
// RUN: cd %t.d && env AUTOSCOPE_OUTPUT=c.txt %t
// RUN: ls %t.d | FileCheck %s

// CHECK: {{^}}a-{{.+}}-5.json{{$}}
// CHECK-NEXT: {{^}}b-{{[0-9]+-20[0-9]+-[0-9]+}}.autoscope{{$}}
// CHECK-NEXT: {{^}}c.txt{{$}}
// CHECK-NOT: {{.}}

#include <autoscope/scope.h>
#include <unistd.h>

int main() {
  AUTOSCOPE_SCOPE("main");
  return chdir("/"); // a relative name is of the folder that the program started in
}
