// What OpenMP compiles for a device refers to nothing of the run time; on the host, functions that are declared for both are skipped by
// name and the rest is timed, outlined parallel regions as part of their function.
// RUN: %clangxx -fopenmp %plugin_flags %arg-all %arg-list=- -Wall -Wextra -Werror -c %s -o %t.o | FileCheck %s
// RUN: %clangxx -fopenmp %plugin_flags %arg-all %arg-remarks -c %s -o %t.o 2>&1 | FileCheck --check-prefix=REMARK %s
// RUN: %clang -cc1 -triple x86_64-pc-linux-gnu -x c++ -fopenmp -fopenmp-targets=nvptx64 -emit-llvm-bc %s -o %t.bc
// RUN: %clangxx --target=nvptx64 -fopenmp -Xclang -fopenmp-is-%if llvm-ge-17 %{target-%}device -Xclang -fopenmp-host-ir-file-path -Xclang %t.bc %plugin_flags %arg-all -S -emit-llvm %s -o - | FileCheck --check-prefix=DEVICE --implicit-check-not=__autoscope %s
#pragma omp declare target
int forBoth(int x) { return x; }
template <class T> T genericForBoth(T x) { return x; }
#pragma omp end declare target
int user(int x) {
#pragma omp target map(tofrom : x)
  x = forBoth(x) + genericForBoth(x);
#pragma omp parallel for reduction(+ : x)
  for (int i = 0; i < 4; ++i)
    x += [i] { return i; }();
  return x;
}
// CHECK:      :{{[0-9]+}}: function user(int)
// CHECK-NEXT: function user(int)::(lambda {{.*}})()
// CHECK-NOT:  function
// REMARK:     'forBoth(int)' is not instrumented: it is device code
// DEVICE:     forBoth
