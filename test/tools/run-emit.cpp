// `autoscope run --emit` tells other tools of scopes and shows the profile as ever; a name that is no tool's is refused
// before the program runs.
// RUN: %autoscope_clangxx -O1 %s -o %t
// RUN: not %autoscope run --emit nvtx,vtune -- %t 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// UNKNOWN: AUTOSCOPE_EMIT=nvtx,vtune cannot be used: 'vtune' is none of nvtx, itt, torch
// UNKNOWN-NOT: ran with
// RUN: %autoscope run --emit nvtx,torch -- %t 2>&1 | FileCheck %s
// CHECK: ran with nvtx,torch
// CHECK: main() {{.*}} 1{{ *$}}
#include <cstdio>
#include <cstdlib>

[[autoscope::scope]] int main() {
  printf("ran with %s\n", getenv("AUTOSCOPE_EMIT"));
}
