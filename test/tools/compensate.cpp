// `--compensate` of report, tree and run takes off what the scopes cost and says so; a session that does not know what they cost is
// refused by a sentence; every table says what the profile cost.
// RUN: %autoscope_clangxx -O1 %s -o %t
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t
// RUN: %autoscope report %t.autoscope | FileCheck --check-prefixes=PLAIN,COST %s
// RUN: %autoscope report --compensate %t.autoscope | FileCheck --check-prefixes=TABLE,COST %s
// RUN: %autoscope tree --calls --compensate %t.autoscope | FileCheck --check-prefix=CALLS %s
// RUN: %autoscope tree --compensate %t.autoscope | FileCheck --check-prefix=MODULES %s
// RUN: %autoscope run --compensate --quiet -o %t.txt -- %t && FileCheck --check-prefix=TABLE --input-file=%t.txt %s
// RUN: %autoscope run --compensate --tree -- %t | FileCheck --check-prefix=MODULES %s
// RUN: %autoscope convert %t.autoscope %t.json && %check_trace %t.json && FileCheck --check-prefix=TRACE --input-file=%t.json %s
// RUN: not %autoscope tree --compensate --by-step %t.autoscope 2>&1 | FileCheck --check-prefix=STEPS %s
// RUN: not %autoscope run --compensate --quiet --trace %t.2.json -- %t 2>&1 | FileCheck --check-prefix=NOTHING %s
// With the system's clock nobody has measured a scope.
// RUN: env AUTOSCOPE_CLOCK=system AUTOSCOPE_OUTPUT=%t.system.autoscope %t
// RUN: not %autoscope report --compensate %t.system.autoscope 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// RUN: not %autoscope tree --compensate %t.system.autoscope 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// RUN: env AUTOSCOPE_CLOCK=system %autoscope run --compensate -- %t > %t.out 2> %t.err
// RUN: FileCheck --check-prefix=WARNED --input-file=%t.err %s && FileCheck --check-prefix=PLAIN --input-file=%t.out %s
[[autoscope::scope]] [[gnu::noinline]] static void leaf() { asm volatile(""); }
struct [[autoscope::module]] Net {
  [[gnu::noinline]] void forward(int n) {
    for (int i = 0; i < n; ++i)
      leaf();
  }
};
int main() {
  Net net;
  net.forward(10000);
}
// PLAIN-NOT: ompensated
// PLAIN:     Self CPU time total
// TABLE:      Compensated times: without what the scopes themselves cost
// TABLE-NEXT: ------
// TABLE-NEXT: Name
// TABLE-DAG:  leaf() {{.*}} 10000
// TABLE-DAG:  Net::forward(int) {{.*}} 1 {{$}}
// TABLE:      Compensated: {{[0-9.]+[um]?s}} of {{[0-9.]+[um]?s}} that the scopes cost are subtracted
// COST:       Cost of the profile: 10001 scopes at {{[0-9]+\.[0-9]ns, [0-9]+\.[0-9]}}ns of it in its own time, {{[0-9.]+[um]?s}} in all; start {{[0-9.]+[um]?s}}; stop {{[0-9.]+[um]?s}}; writer {{[0-9.]+[um]?s}} of CPU
// CALLS:      Compensated times: without what the scopes themselves cost
// CALLS:      Net::forward(int)
// CALLS-NEXT: leaf()
// CALLS:      Compensated: {{.*}} are subtracted
// MODULES:    Compensated times: without what the scopes themselves cost
// MODULES:    Net
// MODULES:    Compensated: {{.*}} are subtracted
// TRACE:      "cost of a scope, ps"
// TRACE-SAME: "profiler start, ns"
// STEPS:      autoscope: --by-step excludes --compensate
// NOTHING:    autoscope: --compensate is for tables and trees
// UNKNOWN:    autoscope: --compensate: {{.*}}system.autoscope does not say what a scope cost: an older autoscope recorded it, or its scopes used the system's clock
// WARNED:     autoscope: --compensate: the session does not say what a scope cost
