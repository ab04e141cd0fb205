// A CUPTI that takes no clock of ours is read together with ours: kernels lie behind their launches and in the profile's
// window, and have their durations; the session says how well the clocks are known.
// RUN: mkdir -p %t.d
// RUN: %host_cxx -std=c++17 -shared -fPIC -O1 -DWITHOUT_TIMESTAMPS %S/Inputs/gpu/stand-in.cpp -Wl,-soname,libcupti.so.13 -o %t.d/libcupti.so.13 -pthread
// RUN: %autoscope_clangxx -std=c++17 -O1 %S/Inputs/gpu/program.cpp -o %t -L%t.d -l:libcupti.so.13 -Wl,-rpath,%t.d -pthread
// RUN: AUTOSCOPE_GPU=1 AUTOSCOPE_OUTPUT=%t.json %t > %t.out 2>&1
// RUN: %python %S/Inputs/gpu/clock.py %t.json | FileCheck --match-full-lines %s
// CHECK: 37 activities behind their launches, of 791 us; clocks known to less than 100 us
