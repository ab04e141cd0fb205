// per_step() says how long the GPU was busy in each step, work that overlaps once; without a GPU source it says nothing
// of one.
// RUN: mkdir -p %t.d
// RUN: %host_cxx -std=c++17 -shared -fPIC -O1 %S/Inputs/gpu/stand-in.cpp -Wl,-soname,libcupti.so.13 -o %t.d/libcupti.so.13 -pthread
// RUN: %autoscope_clangxx -std=c++17 -O1 %S/Inputs/gpu/steps.cpp -o %t -L%t.d -l:libcupti.so.13 -Wl,-rpath,%t.d -pthread
// RUN: %t > %t.out 2> %t.err && FileCheck --input-file %t.out %s
// RUN: %t cpu > %t.out 2> %t.err && FileCheck --check-prefix=CPU --input-file %t.out %s

//      CHECK: step 0: busy once for both, of its wall time
// CHECK-NEXT: step 1: busy never, of its wall time
// CHECK-NEXT: step 2: busy 2 ms, of its wall time
//      CHECK: Step       Wall time        CPU time       CPU cores        GPU busy            GPUs
//      CHECK: ProfilerStep#0 {{.*}} 1{{[0-5][0-9.]+}}ms            0.{{[0-9]+}}
//      CHECK: ProfilerStep#1 {{.*}} 0.000us            0.00
//      CHECK: step,wall_ns,cpu_ns,gpu_busy_ns
// CHECK-NEXT: 0,{{[0-9]+,[0-9]+}},1{{[0-5][0-9]+$}}
// CHECK-NEXT: 1,{{[0-9]+,[0-9]+}},0{{$}}
// CHECK-NEXT: 2,{{[0-9]+,[0-9]+}},{{1999|2000}}{{[0-9]+$}}

//      CPU: step 0: no GPU
//  CPU-NOT: GPU busy
//      CPU: 2,{{[0-9]+,[0-9]+}},{{$}}
