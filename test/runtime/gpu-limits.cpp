// Twenty thousand kernels in little memory: what finds no room is counted and said, and what is there and what is lost
// are all that there was. After a stop the program is left alone, and the next profile begins anew.
// RUN: mkdir -p %t.d
// RUN: %host_cxx -std=c++17 -shared -fPIC -O1 %S/Inputs/gpu/stand-in.cpp -Wl,-soname,libcupti.so.13 -o %t.d/libcupti.so.13 -pthread
// RUN: %autoscope_clangxx -std=c++17 -O1 %S/Inputs/gpu/program.cpp -o %t -L%t.d -l:libcupti.so.13 -Wl,-rpath,%t.d -pthread
// RUN: STANDIN_BUFFER=20000 AUTOSCOPE_GPU=1 AUTOSCOPE_GPU_BUFFER=1 AUTOSCOPE_OUTPUT=%t.autoscope %t many > %t.out 2>&1
// RUN: %autoscope convert %t.autoscope %t.json && %check_trace %t.json
// RUN: %python %S/Inputs/gpu/made.py %t.json %t.out | FileCheck --match-full-lines %s
// CHECK: 40000 records were made and 40000 are there or counted

// With room for all nothing is lost.
// RUN: AUTOSCOPE_GPU=1 AUTOSCOPE_GPU_BUFFER=256 AUTOSCOPE_OUTPUT=%t.all.autoscope %t many > %t.all.out 2>&1
// RUN: FileCheck --check-prefix=ALL --match-full-lines --input-file %t.all.out %s
// ALL-NOT: {{.}}
// ALL: the program ran
// RUN: %autoscope report %t.all.autoscope --format csv --limit -1 | FileCheck --check-prefix=CSV %s
// CSV: vecadd(float*, float*, int)
// CSV-SAME: ,20000,

// Stopped and started again, also while the GPU works: each session has what was launched in it.
// RUN: %autoscope_clangxx -std=c++17 -O1 -I%S/Inputs/gpu %S/Inputs/gpu/sessions.cpp -o %t.sessions -L%t.d -l:libcupti.so.13 -Wl,-rpath,%t.d -pthread
// RUN: AUTOSCOPE_GPU=1 %t.sessions %t.first.autoscope %t.second.autoscope | FileCheck --check-prefix=SESSIONS --match-full-lines %s
// SESSIONS: kinds before 0, while 10, after 0
// RUN: for i in first second; do %autoscope report %t.$i.autoscope --format csv --limit -1 | FileCheck --check-prefix=KERNELS-$i %s || exit 1; done
// KERNELS-first: vecadd(float*, float*, int)
// KERNELS-first-SAME: ,3,
// KERNELS-second: vecadd(float*, float*, int)
// KERNELS-second-SAME: ,2,
