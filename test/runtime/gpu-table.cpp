// The time of the GPU is in the table of the scopes that launched it, with all that they called, and each kernel, copy and
// set has a row of its own, as in torch's tables; where nothing ran on a GPU there is no such column.
// RUN: mkdir -p %t.d
// RUN: %host_cxx -std=c++17 -shared -fPIC -O1 %S/Inputs/gpu/stand-in.cpp -Wl,-soname,libcupti.so.13 -o %t.d/libcupti.so.13 -pthread
// RUN: %autoscope_clangxx -std=c++17 -O1 %S/Inputs/gpu/program.cpp -o %t -L%t.d -l:libcupti.so.13 -Wl,-rpath,%t.d -pthread
// RUN: %autoscope run --gpu -o %t.autoscope -- %t > %t.out 2>&1
// RUN: FileCheck --input-file %t.out %s
// RUN: %autoscope report %t.autoscope --format json --limit -1 > %t.rows.json && %python %S/Inputs/gpu/rows.py %t.rows.json | FileCheck --check-prefix=ROWS --match-full-lines %s
// RUN: %autoscope tree --calls %t.autoscope | FileCheck --check-prefix=TREE %s
// TREE: CPU time avg    CUDA total{{$}}
// TREE: {{^}}step() {{.*}} 12{{[01][.][0-9]+}}us{{$}}
// TREE: {{^}}  copies() {{.*}} 3{{[01][.][0-9]+}}us{{$}}
// RUN: %autoscope run -o %t.cpu.autoscope -- %t 2>&1 | FileCheck --check-prefix=CPU %s
// CPU-NOT: CUDA
// CPU: step()
// CPU-NOT: CUDA

//      CHECK: {{^ +}}Name {{.*}} CPU time avg Self CUDA Self CUDA % CUDA total CUDA time avg # of Calls
// CHECK: {{^}}Self CPU time total: {{[0-9.]+.s$}}
// CHECK-NEXT: {{^}}Self CUDA time total: 79{{[01][.][0-9]+us}}

//      ROWS: Memcpy HtoD (Pageable -> Device): 1, self 30 us of 30 us, CPU 0
// ROWS-NEXT: Memset (Device): 1, self 1 us of 1 us, CPU 0
// ROWS-NEXT: copies(): 1, self 31 us of 31 us
// ROWS-NEXT: graph(): 1, self 600 us of 600 us
// ROWS-NEXT: leaf(): 3, self 60 us of 60 us
// ROWS-NEXT: step(): 1, self 50 us of 121 us
// ROWS-NEXT: vecadd(float*, float*, int): 33, self 660 us of 660 us, CPU 0
// ROWS-NEXT: vecmul(float*, float*, int): 2, self 100 us of 100 us, CPU 0
// ROWS-NEXT: worker(): 1, self 0 us of 20 us
