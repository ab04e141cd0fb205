// What a killed process left is read by every command, finished by `recover`, and agrees with the trace made of it.
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %autoscope_clangxx %s -o %t
// RUN: not --crash env AUTOSCOPE_OUTPUT=%t.d/s.autoscope %t
// RUN: ls %t.d | FileCheck --check-prefix=LEFT %s
// RUN: %autoscope report %t.d/s.autoscope | FileCheck %s
// RUN: %autoscope recover --keep -o %t.d/copy.autoscope %t.d/s.autoscope.part
// RUN: %autoscope recover %t.d/s.autoscope
// RUN: ls %t.d | FileCheck --check-prefix=DONE %s
// RUN: cmp %t.d/copy.autoscope %t.d/s.autoscope
// RUN: %autoscope report %t.d/s.autoscope --name-width 0 >%t.txt && FileCheck --check-prefix=AFTER --input-file=%t.txt %s
// RUN: %autoscope convert %t.d/s.autoscope %t.json
// RUN: %check_trace %t.json --scopes 50003 --agrees-with %t.txt
// RUN: not %autoscope recover %t.d/s.autoscope 2>&1 | FileCheck --check-prefix=COMPLETE %s
// RUN: not %autoscope recover %t.d/none.autoscope 2>&1 | FileCheck --check-prefix=NONE %s
// A copy, or a part under another name, takes nothing from the original.
// RUN: rm -rf %t.c && mkdir -p %t.c/copy && not --crash env AUTOSCOPE_OUTPUT=%t.c/s.autoscope %t
// RUN: cp %t.c/s.autoscope.part %t.c/s.autoscope.ring %t.c/copy && cp %t.c/s.autoscope.part %t.c/m.autoscope.part
// RUN: %autoscope recover %t.c/copy/s.autoscope && not ls %t.c/copy/s.autoscope.ring
// RUN: %autoscope recover %t.c/m.autoscope && %autoscope recover %t.c/s.autoscope
// RUN: cmp %t.c/copy/s.autoscope %t.c/s.autoscope && cmp %t.c/m.autoscope %t.c/s.autoscope && not ls %t.c/s.autoscope.ring
// What a filter left out is still said of the recovered session.
// RUN: printf 'exclude tiny*\n' > %t.filter && rm -rf %t.f && mkdir %t.f
// RUN: not --crash env AUTOSCOPE_FILTER=%t.filter AUTOSCOPE_OUTPUT=%t.f/s.autoscope %t
// RUN: %autoscope report %t.f/s.autoscope | FileCheck --check-prefix=FILTERED %s
// RUN: %autoscope recover %t.f/s.autoscope && %autoscope report %t.f/s.autoscope | FileCheck --check-prefix=FILTERED %s
#include <csignal>

[[autoscope::scope]] void work() {}
[[autoscope::scope]] void tiny1() {}
[[autoscope::scope]] void tiny2() {}
[[autoscope::scope]] void runs() {
  tiny1();
  tiny2();
  for (int i = 0; i < 50000; ++i)
    work();
  std::raise(SIGKILL);
}
int main() { runs(); }
// LEFT-NOT: {{autoscope$}}
// LEFT:     s.autoscope.part
// LEFT:     s.autoscope.ring
// CHECK-DAG: work() {{.*}} 50000
// CHECK-DAG: runs() {{.*}} 1
// CHECK:     Recovered: the process ended before it could close its session
// CHECK:     Open: 1 scope had not been left when the process ended; its time counts up to its last sign of life
// FILTERED-NOT: tiny
// FILTERED:     work() {{.*}} 50000
// FILTERED-NOT: tiny
// FILTERED:     Recovered: the process ended
// FILTERED:     2 functions that were called were left out by AUTOSCOPE_FILTER
// DONE:      copy.autoscope
// DONE-NEXT: s.autoscope
// DONE-NOT:  {{.}}
// AFTER-DAG: work() {{.*}} 50000
// AFTER-DAG: runs() {{.*}} 1
// AFTER:     Recovered: the process ended before it could close its session
// COMPLETE: autoscope: {{.*}}s.autoscope is complete: there is nothing to recover
// NONE: autoscope: neither {{.*}}none.autoscope nor {{.*}}none.autoscope.part exists
