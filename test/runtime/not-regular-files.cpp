// A pipe, a socket or a link at any name that the run time or a tool opens: nothing hangs, one sentence says what stands there,
// and a link's file stays as it is, also under the names in a temporary folder that others can guess.
// RUN: %clangxx -std=c++11 -I%source/runtime/include %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && sh %S/Inputs/at-its-names.sh %autoscope %t >out 2>&1
// RUN: FileCheck --input-file=out %s
// RUN: not grep -e 'status 124' out

#include <autoscope/scope.h>

int main() {
  AUTOSCOPE_SCOPE("main");
}

// CHECK:      == pipe part
// CHECK-NEXT: autoscope: cannot create {{.*}}/pipe.autoscope.part: it is not a regular file; this run is not profiled
// CHECK-NEXT: status 0
// CHECK-NEXT: == pipe ring
// CHECK-NEXT: status 0
// CHECK-NEXT: == pipe session
// CHECK-NEXT: status 0
// CHECK-NEXT: == pipe filter
// CHECK-NEXT: autoscope: AUTOSCOPE_FILTER: filter file pipe.filter cannot be read: it is not a regular file; this run is not profiled
// CHECK-NEXT: status 0
// CHECK-NEXT: == pipe report
// CHECK-NEXT: autoscope: cannot read pipe.autoscope.part: it is not a regular file
// CHECK-NEXT: status 1
// CHECK-NEXT: == pipe recover
// CHECK-NEXT: autoscope: cannot read pipe.autoscope.part: it is not a regular file
// CHECK-NEXT: status 1
// CHECK:      == socket part
// CHECK-NEXT: autoscope: cannot create {{.*}}/socket.autoscope.part: it is not a regular file; this run is not profiled
// CHECK-NEXT: status 0
// CHECK:      == socket report
// CHECK-NEXT: autoscope: cannot read socket.autoscope.part: it is not a regular file
// CHECK-NEXT: status 1
// CHECK-NEXT: == socket recover
// CHECK-NEXT: autoscope: cannot read socket.autoscope.part: it is not a regular file
// CHECK-NEXT: status 1
// CHECK-NEXT: == link part
// CHECK-NEXT: autoscope: cannot create {{.*}}/link.autoscope.part: it is a symbolic link; this run is not profiled
// CHECK-NEXT: status 0
// CHECK:      == pipe product
// CHECK-NEXT: autoscope: cannot write {{.*}}/product.json: it is a pipe, which nobody reads; the session is kept as {{.*}}/product.json.autoscope
// CHECK-NEXT: status 0
// CHECK-NEXT: == read product
// CHECK-NEXT: status 0
// CHECK-NEXT: {{^}}1{{$}}
// CHECK-NEXT: == pipe temporary.autoscope.part
// CHECK-NEXT: autoscope: cannot create {{.*}}.autoscope.part: it is not a regular file; this run is not profiled
// CHECK-NEXT: status 0
// CHECK-NEXT: == pipe temporary.autoscope.ring
// CHECK:        # of Calls
// CHECK:      status 0
// CHECK-NEXT: == pipe temporary.autoscope
// CHECK:        # of Calls
// CHECK:      status 0
// CHECK-NEXT: == pipe temporary.autoscope.report
// CHECK:        # of Calls
// CHECK:      status 0
// CHECK-NEXT: == pipe product's temporary
// CHECK-NEXT: status 0
// CHECK-NEXT: {{^}}1{{$}}
// CHECK-NEXT: == link temporary.autoscope.part
// CHECK-NEXT: autoscope: cannot create {{.*}}.autoscope.part: it is a symbolic link; this run is not profiled
// CHECK-NEXT: status 0
// CHECK:      == link temporary.autoscope.report
// CHECK:        # of Calls
// CHECK:      status 0
// CHECK-NEXT: == link product's temporary
// CHECK-NEXT: status 0
// CHECK-NEXT: {{^}}1{{$}}
// CHECK-NEXT: somebody's
