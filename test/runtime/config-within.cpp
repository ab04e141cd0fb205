// A function brackets the profile, as the profile decorator does in Python: AUTOSCOPE_WITHIN records from its outermost call to the
// end of that, by a return, an exception or exit, each call of it a profile; with a schedule, steps count from each call anew.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %clangxx -std=c++17 -O1 %plugin_flags -fplugin-arg-autoscope-all -fplugin-arg-autoscope-min-statements=0 %s -o app -L%build/lib -Wl,-rpath,%build/lib -lautoscope -pthread
// RUN: env AUTOSCOPE_OUTPUT=w.autoscope AUTOSCOPE_WITHIN=train ./app 2>&1 | count 0
// RUN: ls w*.autoscope >files && FileCheck --check-prefix=FILES --input-file=files %s
// RUN: %autoscope report --sort name w.autoscope >w.txt && FileCheck --check-prefix=RETURN --input-file=w.txt %s
// RUN: %autoscope report --sort name w.2.autoscope | FileCheck --check-prefix=THROW %s
// RUN: %autoscope report --sort name w.3.autoscope | FileCheck --check-prefix=EXIT %s
// FILES: w.2.autoscope
// FILES-NEXT: w.3.autoscope
// FILES-NEXT: w.autoscope
// RETURN-NOT: main
// RETURN-NOT: outside
// RETURN: other() {{.*}} 2 {{$}}
// RETURN-NEXT: step(int) {{.*}} 6 {{$}}
// RETURN-NEXT: train(int, int) {{.*}} 2 {{$}}
// RETURN-NOT: outside
// RETURN-NOT: {{^}}Open
// RETURN-NOT: {{[Ll]}}ost
// THROW-NOT: outside
// THROW: step(int) {{.*}} 2 {{$}}
// THROW-NEXT: train(int, int) {{.*}} 1 {{$}}
// THROW-NOT: outside
// EXIT: step(int) {{.*}} 1 {{$}}
// EXIT: train(int, int) {{.*}} 1 {{$}}
// EXIT: Open: 2 scopes
// A folder takes one trace of each rank, also of the call that was left by an exception; it is made.
// RUN: env RANK=3 AUTOSCOPE_OUTPUT_DIR=made/traces AUTOSCOPE_WITHIN=train ./app 2>&1 | count 0
// RUN: ls made/traces >files && FileCheck --check-prefix=RANKS --input-file=files %s
// RUN: %check_trace made/traces/profile_3.json && %check_trace made/traces/profile_3.2.json
// RANKS: profile_3.2.json
// RANKS-NEXT: profile_3.3.json
// RANKS-NEXT: profile_3.json
// Steps within it, by a config on one line: the first call has six, the second two, the third one.
// RUN: env AUTOSCOPE_CONFIG='schedule=wait=1,active=1 step_function=step; within=train output=s.autoscope' ./app 2>&1 | count 0
// RUN: ls s.*.autoscope | count 4
// RUN: %autoscope report --sort name s.1.autoscope | FileCheck --check-prefix=CYCLE-1 %s
// RUN: %autoscope report --sort name s.4.autoscope | FileCheck --check-prefix=CYCLE-2 %s
// CYCLE-1: ProfilerStep* {{.*}} 1 {{$}}
// CYCLE-1-NEXT: step(int) {{.*}} 1 {{$}}
// CYCLE-2: ProfilerStep* {{.*}} 1 {{$}}
// CYCLE-2-NEXT: other() {{.*}} 1 {{$}}
// CYCLE-2-NEXT: step(int) {{.*}} 1 {{$}}
// RUN: env AUTOSCOPE_CONFIG='{"schedule_option": {"active": 2}, "step_function": "step", "within": "train", "output_trace_dir": "t", "record_shapes": true}' ./app 2>&1 | count 0
// RUN: ls t | count 5
// Mistakes are said, and the program runs unprofiled.
// RUN: env AUTOSCOPE_CONFIG='schedule=active=2 output=x.autoscope' ./app 2>&1 | FileCheck --check-prefix=NO-STEP %s
// RUN: env AUTOSCOPE_CONFIG='within=train' ./app 2>&1 | FileCheck --check-prefix=NO-OUTPUT %s
// RUN: env AUTOSCOPE_WITHIN='tra[in' AUTOSCOPE_OUTPUT=x.autoscope ./app 2>&1 | FileCheck --check-prefix=BAD-GLOB %s
// RUN: env AUTOSCOPE_WITHIN=train AUTOSCOPE_OUTPUT=x.png ./app 2>&1 | FileCheck --check-prefix=BAD-NAME %s
// RUN: env AUTOSCOPE_WITHIN=train AUTOSCOPE_OUTPUT_DIR=files/below ./app 2>&1 | FileCheck --check-prefix=BAD-FOLDER %s
// RUN: env AUTOSCOPE_CONFIG='{"profile_memory": true, "within": "train", "output": "m.autoscope"}' ./app 2>&1 | FileCheck --check-prefix=REMARK %s
// RUN: env AUTOSCOPE_CONFIG='{"with_in": "train"}' ./app 2>&1 | FileCheck --check-prefix=BAD-KEY %s
// RUN: not ls x.autoscope x.1.autoscope
// NO-STEP: autoscope: AUTOSCOPE_SCHEDULE counts the calls of a function, which AUTOSCOPE_STEP_FUNCTION must name
// NO-OUTPUT: autoscope: neither an output nor a report is asked for; this run is not profiled
// BAD-GLOB: autoscope: AUTOSCOPE_WITHIN=tra[in: {{.+}}; this run is not profiled
// BAD-NAME: autoscope: AUTOSCOPE_OUTPUT=x.png cannot be used: the name must end in
// BAD-FOLDER: autoscope: AUTOSCOPE_OUTPUT_DIR=files/below cannot be used: {{.*}}/files is no folder; this run is not profiled
// REMARK: autoscope: AUTOSCOPE_MEMORY=1 has no effect: nothing tells of the program's malloc;
// BAD-KEY: autoscope: AUTOSCOPE_CONFIG: 'with_in' is no key; 'within' is; docs/config.md has all; this run is not profiled
#include <cstdlib>
#include <stdexcept>
#include <thread>

__attribute__((noinline)) void outside() { asm volatile(""); }
__attribute__((noinline)) void other() { asm volatile(""); }
__attribute__((noinline)) void step(int how) {
  if (how == 2)
    exit(0);
  asm volatile("");
}
__attribute__((noinline)) void train(int steps, int how) {
  if (how == 1)
    train(0, 0);  // is not another profile, and does not end this one
  for (int i = 0; i < steps; ++i)
    step(how);
  std::thread(other).join();
  if (how == 3)
    throw std::runtime_error("train");
}

int main() {
  outside();
  train(6, 1);
  outside();
  try {
    train(2, 3);
  } catch (const std::exception &) {
    outside();
  }
  train(1, 2);
}
