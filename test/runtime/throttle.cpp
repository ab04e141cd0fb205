// AUTOSCOPE_THROTTLE leaves a function out that is called often with little in it, and every output names it; modules and what is
// called seldom stay. A bound is needed where a scope's cost cannot be measured.
// RUN: %autoscope_clangxx -O1 %s -o %t
// RUN: env AUTOSCOPE_THROTTLE=1000 AUTOSCOPE_THROTTLE_BELOW=1000000000 AUTOSCOPE_OUTPUT=%t.autoscope %t
// RUN: %autoscope report %t.autoscope | FileCheck %s
// RUN: %autoscope tree %t.autoscope | FileCheck --check-prefix=TREE %s
// RUN: %autoscope dump --stable %t.autoscope | FileCheck --check-prefix=DUMP %s
// RUN: %autoscope convert %t.autoscope %t.json && %check_trace %t.json && FileCheck --check-prefix=TRACE --input-file=%t.json %s
// RUN: %autoscope convert %t.autoscope %t.copy.autoscope && %autoscope report %t.copy.autoscope | FileCheck %s
// RUN: env AUTOSCOPE_THROTTLE=1000 AUTOSCOPE_CLOCK=system AUTOSCOPE_OUTPUT=%t.2.autoscope %t 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// RUN: %autoscope report %t.2.autoscope | FileCheck --check-prefix=ALL %s
// It says so where there is no memory for its tables (a sanitizer needs more address space than that for itself).
// RUN: %if !sanitized %{ sh -c 'ulimit -v 300000; AUTOSCOPE_THROTTLE=1000 AUTOSCOPE_THROTTLE_BELOW=1000000000 AUTOSCOPE_OUTPUT=%t.3.autoscope exec %t' 2>&1 | FileCheck --check-prefix=MEMORY %s %}
// RUN: %if !sanitized %{ %autoscope report %t.3.autoscope | FileCheck --check-prefix=ALL %s %}
#include <ctime>
[[autoscope::scope]] [[gnu::noinline]] static void tiny() {
  asm volatile("");
}
[[autoscope::scope]] [[gnu::noinline]] static void seldom() {
  asm volatile("");
}
struct [[autoscope::module]] Net {
  [[gnu::noinline]] void forward() { asm volatile(""); }
};
int main() {
  Net net;
  for (int i = 0; i < 50; ++i) {
    for (int k = 0; k < 20000; ++k)
      tiny();
    for (int k = 0; k < 400; ++k)
      net.forward();
    seldom();
    timespec time = {0, 5000000};
    nanosleep(&time, nullptr);
  }
}
// CHECK-DAG: Net::forward() {{.*}} 20000 {{$}}
// CHECK-DAG: seldom() {{.*}} 50 {{$}}
// CHECK:     Throttled: tiny() was left out once {{[0-9]+}} calls of {{[0-9]+\.[0-9]}}ns on average had been counted; calls after that are not shown
// TREE:      Throttled: tiny() was left out once {{[0-9]+}} calls of
// DUMP:      throttled tiny()
// TRACE:     "throttled: tiny()": {{[0-9]+}}
// UNKNOWN:   autoscope: AUTOSCOPE_THROTTLE needs AUTOSCOPE_THROTTLE_BELOW where what a scope costs cannot be measured; nothing is throttled
// ALL-NOT:   Throttled
// ALL:       tiny() {{.*}} 1000000 {{$}}
// ALL-NOT:   Throttled
// MEMORY:    autoscope: AUTOSCOPE_THROTTLE has no effect, since there is no memory for its tables
