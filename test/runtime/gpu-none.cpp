// Where CUPTI is not to be had, or does not want, one message says why and what to do; the profile of the CPU is
// complete, and the exit status is the program's. One that holds CUPTI already keeps it.
// RUN: mkdir -p %t.d %t.broken %t.old
// RUN: %host_cxx -std=c++17 -shared -fPIC -O1 %S/Inputs/gpu/stand-in.cpp -Wl,-soname,libcupti.so.13 -o %t.d/libcupti.so.13 -pthread
// RUN: %host_cxx -std=c++17 -shared -fPIC -O1 -DWITHOUT_ENABLE %S/Inputs/gpu/stand-in.cpp -Wl,-soname,libcupti.so.13 -o %t.broken/libcupti.so.13 -pthread
// RUN: %autoscope_clangxx -std=c++17 -O1 %s -o %t
// RUN: for code in 999 35 39; do \
// RUN:   STANDIN_FAIL=cuptiSubscribe:$code LD_LIBRARY_PATH=%t.d AUTOSCOPE_GPU=1 AUTOSCOPE_OUTPUT=%t.$code.txt %t > %t.out 2>&1; \
// RUN:   test $? = 7 && FileCheck --check-prefixes=MESSAGE,C$code --match-full-lines --input-file %t.out %s && FileCheck --check-prefix=TABLE --input-file %t.$code.txt %s || exit 1; done
// MESSAGE-NOT: autoscope: {{.*}}autoscope:
// C999: autoscope: no GPU is recorded: CUPTI_ERROR_UNKNOWN (999): CUPTI finds no GPU, or no driver
// C35: autoscope: no GPU is recorded: CUPTI_ERROR_INSUFFICIENT_PRIVILEGES (35): the driver lets only administrators profile, unless its module has the option NVreg_RestrictProfilingToAdminUsers=0
// C39: autoscope: no GPU is recorded: CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED (39): another profiler (Nsight Systems, compute-sanitizer, torch.profiler) has CUPTI, which serves one at a time
// MESSAGE-NEXT: the program ran
// MESSAGE-NOT: {{.}}
// TABLE-NOT: CUDA
// TABLE: work()
// TABLE-NOT: CUDA

// A kind that is refused is the same as all.
// RUN: STANDIN_FAIL=cuptiActivityEnable:999 LD_LIBRARY_PATH=%t.d AUTOSCOPE_GPU=1 AUTOSCOPE_OUTPUT=%t.kind.txt %t > %t.out 2>&1; test $? = 7
// RUN: FileCheck --check-prefixes=MESSAGE,C999 --match-full-lines --input-file %t.out %s

// A library of that name that is none.
// RUN: LD_LIBRARY_PATH=%t.broken AUTOSCOPE_GPU=1 AUTOSCOPE_OUTPUT=%t.broken.txt %t > %t.out 2>&1; test $? = 7
// RUN: FileCheck --check-prefix=BROKEN --match-full-lines --input-file %t.out %s
// BROKEN: autoscope: no GPU is recorded: {{.*}}/libcupti.so.13 has no cuptiActivityEnable
// BROKEN-NEXT: the program ran

// With what this machine has: the real library without a driver, none, or a GPU that has nothing to do.
// RUN: AUTOSCOPE_GPU=1 AUTOSCOPE_OUTPUT=%t.real.txt %t > %t.out 2>&1; test $? = 7
// RUN: FileCheck --check-prefix=REAL --input-file %t.out %s && FileCheck --check-prefix=TABLE --input-file %t.real.txt %s
// REAL: {{^(autoscope: no GPU is recorded: .+)?$|^the program ran$}}
#include <cstdio>

[[autoscope::scope]] void work() {
}

int main() {
  work();
  printf("the program ran\n");
  return 7;
}
