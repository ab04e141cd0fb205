// A program with one annotated function, run with recording on, prints a table with it and still its own output.
// RUN: %autoscope_clangxx -O2 %s -o %t
// RUN: %autoscope run -- %t a --tree -- | FileCheck %s
// RUN: %autoscope run %t a --tree -- | FileCheck %s
// RUN: %autoscope run --sort count --limit 1 -- %t a --tree -- | FileCheck %s
#include <cstdio>

[[autoscope::scope]] int work(int n) { return n * 2; }

int main(int argc, char **argv) {
  int sum = 0;
  for (int i = 0; i < 25; ++i)
    sum += work(argc);
  for (int i = 1; i < argc; ++i)
    std::printf("argument %s\n", argv[i]);
  return sum == 0;
}
// CHECK:      argument a
// CHECK-NEXT: argument --tree
// CHECK-NEXT: argument --
// CHECK-NEXT: -----
// CHECK-NEXT: Name    Self CPU %      Self CPU   CPU total %     CPU total  CPU time avg    # of Calls
// CHECK-NEXT: -----
// CHECK-NEXT: work(int)       100.00% {{.*}} 25{{ *$}}
// CHECK-NEXT: -----
// CHECK-NEXT: Self CPU time total: {{[0-9.]+}}us
// CHECK-NEXT: Cost of the profile: 25 scopes at {{.*}} of CPU
// CHECK-NOT:  {{.}}
