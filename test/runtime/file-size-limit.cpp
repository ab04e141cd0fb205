// `ulimit -f`, in kilobytes here: below what a session needs the program runs unprofiled, and when the limit is met later the
// profile loses scopes. The program's output and exit status are its own; it is never ended by SIGXFSZ.
// RUN: %clangxx -std=c++11 -I%source/runtime/include %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: bash -c 'ulimit -f 1000; AUTOSCOPE_OUTPUT=%t.d/a.json %t 1000; test $? = 3' 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: bash -c 'ulimit -f 64000; AUTOSCOPE_OUTPUT=%t.d/b.autoscope %t 100000; test $? = 3' 2>&1 | count 0
// RUN: %autoscope dump --stable %t.d/b.autoscope | FileCheck %s
// RUN: bash -c 'ulimit -f 64000; AUTOSCOPE_OUTPUT=%t.d/c.json %t 9000000; test $? = 3' 2>&1 | FileCheck %s --check-prefix=LOST
// RUN: ls %t.d | FileCheck %s --check-prefix=FILES

// SMALL: autoscope: cannot size {{.*}}/a.json.autoscope.ring: File too large; this run is not profiled
// CHECK: leaf
// LOST: autoscope: lost {{[0-9]+}} scopes that could not be written to disk
// LOST: autoscope: cannot write {{.*}}/c.json{{.*}}: File too large
// FILES-NOT: {{^}}a
// FILES: b.autoscope
// FILES-NOT: c.json{{$}}

#include <autoscope/scope.h>
#include <cstdlib>

int main(int, char **argv) {
  for (long i = atol(argv[1]); i > 0; --i) {
    AUTOSCOPE_SCOPE("leaf");
  }
  return 3;
}
