// AUTOSCOPE_GPU=1 records what the program has the GPU do: each kernel, copy and set is tied to its launch and that to the
// innermost scope of the launching thread, also the nodes of a graph, whichever version of CUPTI there is.
// RUN: mkdir -p %t.d
// RUN: %host_cxx -std=c++17 -shared -fPIC -O1 %S/Inputs/gpu/stand-in.cpp -Wl,-soname,libcupti.so.13 -o %t.d/libcupti.so.13 -pthread
// RUN: %autoscope_clangxx -std=c++17 -O1 %S/Inputs/gpu/program.cpp -o %t -L%t.d -l:libcupti.so.13 -Wl,-rpath,%t.d -pthread
// RUN: for version in 4 7 10; do \
// RUN:   STANDIN_KERNEL=$version AUTOSCOPE_GPU=1 AUTOSCOPE_OUTPUT=%t.$version.autoscope %t > %t.out 2>&1 && \
// RUN:   FileCheck --check-prefix=RAN --match-full-lines --input-file %t.out %s && \
// RUN:   %autoscope convert %t.$version.autoscope %t.json && %check_trace %t.json && \
// RUN:   %python %S/Inputs/gpu/launches.py %t.json | FileCheck --match-full-lines %s || exit 1; done
// RAN-NOT: {{.}}
// RAN: the program ran
// RAN-NOT: {{.}}

// A killed program leaves what CUPTI had handed over, and what is recovered has it.
// RUN: env STANDIN_BUFFER=20000 AUTOSCOPE_GPU=1 AUTOSCOPE_OUTPUT=%t.killed.autoscope %t killed > %t.out 2>&1; test $? = 137
// RUN: %autoscope recover %t.killed.autoscope && %autoscope convert %t.killed.autoscope %t.json && %check_trace %t.json
// RUN: %autoscope report %t.killed.autoscope --format csv --limit -1 | FileCheck --check-prefix=KILLED %s
// KILLED: vecadd(float*, float*, int)
// KILLED-SAME: ,9{{[0-9][0-9]}},

//      CHECK: 0 stream 7: Memcpy HtoD (Pageable -> Device) by cudaMemcpyAsync in copies()
// CHECK-NEXT: 0 stream 7: Memset (Device) by cudaMemsetAsync in copies()
// CHECK-NEXT: 0 stream 7: vecadd(float*, float*, int) by cudaLaunchKernel in leaf()
// CHECK-NEXT: 0 stream 13: vecmul(float*, float*, int) by cudaLaunchKernel in step()
// CHECK-NEXT: 0 stream 7: vecadd(float*, float*, int) by cudaLaunchKernel in leaf()
// CHECK-NEXT: 30 times 0 stream 7: vecadd(float*, float*, int) by cudaGraphLaunch in graph()
// CHECK-NEXT: 0 stream 7: vecadd(float*, float*, int) by cudaLaunchKernel in leaf()
// CHECK-NEXT: 0 stream 13: vecmul(float*, float*, int) by cudaLaunchKernel in no scope
// CHECK-NEXT: waits: cudaStreamSynchronize in step()
// CHECK-NEXT: calls without device work: cudaFree in no scope, cudaMalloc in no scope
