// `autoscope run --schedule --step-function`, --within, --config and --output-dir: a table for each cycle, the cycle's number in the
// names of files, a trace for each rank; mistakes are said before the program runs.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %clangxx %plugin_flags -std=c++17 -O1 -fplugin-arg-autoscope-all -fplugin-arg-autoscope-min-statements=0 %s -o app -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: %autoscope run --schedule wait=1,warmup=1,active=3,repeat=2 --step-function step --trace t.json -o s.autoscope -- ./app 12 >out 2>err
// RUN: FileCheck --check-prefix=TABLES --input-file=out %s && count 0 <err
// RUN: ls *.json *.autoscope >files && FileCheck --check-prefix=FILES --input-file=files %s
// RUN: %check_trace t.1.json && %check_trace t.2.json
// RUN: %autoscope report s.2.autoscope | FileCheck --check-prefix=SECOND %s
// TABLES: process {{[0-9]+}}, cycle 1:
// TABLES: ProfilerStep*
// TABLES: process {{[0-9]+}}, cycle 2:
// TABLES: ProfilerStep*
// FILES: s.1.autoscope
// FILES-NEXT: s.2.autoscope
// FILES-NEXT: t.1.json
// FILES-NEXT: t.2.json
// FILES-NOT: .
// SECOND: work() {{.*}} 24 {{$}}
// Cycles come in their order, also beyond the ninth.
// RUN: %autoscope run --schedule active=1 --step-function step -- ./app 12 | grep cycle >cycles && FileCheck --check-prefix=ORDER --input-file=cycles %s
// ORDER: cycle 1:
// ORDER-NEXT: cycle 2:
// ORDER: cycle 9:
// ORDER-NEXT: cycle 10:
// A bracket, and a folder for the ranks.
// RUN: env RANK=1 %autoscope run --within train --output-dir made/here -- ./app 3 >within 2>&1 && FileCheck --check-prefix=WITHIN --input-file=within %s
// RUN: ls made/here >made/files && FileCheck --check-prefix=RANK --input-file=made/files %s
// RUN: %check_trace made/here/profile_1.json
// WITHIN-NOT: main
// WITHIN: train(int)
// RANK: profile_1.json
// RANK-NOT: .
// The same by a config: text, file, and with an output that run does not use.
// RUN: %autoscope run --quiet --config '{"schedule_option": {"wait": 2, "active": 1, "repeat": 1}, "step_function": "step", "output_trace_dir": "byjson"}' -- ./app 5 2>&1 | count 0
// RUN: ls byjson/profile_0.1.json && %check_trace byjson/profile_0.1.json
// RUN: echo 'ACTIVITIES_ITERATIONS=2' >kineto.conf && echo 'PROFILE_START_ITERATION=2' >>kineto.conf && echo 'step_function=step' >>kineto.conf && echo 'ACTIVITIES_LOG_FILE=/tmp/never.json' >>kineto.conf
// RUN: %autoscope run --config kineto.conf -- ./app 5 >kineto 2>&1 && FileCheck --check-prefix=KINETO --input-file=kineto %s
// KINETO: autoscope: the output of AUTOSCOPE_CONFIG is not used
// KINETO-DAG: ProfilerStep* {{.*}} 2 {{$}}
// KINETO-DAG: work() {{.*}} 5 {{$}}
// What never comes, and what cannot be.
// RUN: %autoscope run --schedule wait=9,active=1 --step-function step -- ./app 5 2>&1 | FileCheck --check-prefix=NEVER %s
// RUN: %autoscope run --within nothing -- ./app 5 2>&1 | FileCheck --check-prefix=NOTHING %s
// RUN: not %autoscope run --schedule active=0 --step-function step -- touch started 2>&1 | FileCheck --check-prefix=ACTIVE %s
// RUN: not %autoscope run --schedule active=1 -- touch started 2>&1 | FileCheck --check-prefix=NO-STEP %s
// RUN: not %autoscope run --within 'a[' -- touch started 2>&1 | FileCheck --check-prefix=GLOB %s
// RUN: not %autoscope run --config '{"schedules": 1}' -- touch started 2>&1 | FileCheck --check-prefix=KEY %s
// RUN: not %autoscope run --output-dir app/below -- touch started 2>&1 | FileCheck --check-prefix=FOLDER %s
// RUN: not ls started
// NEVER: app recorded nothing: no step or call that is to be recorded was reached
// NOTHING: autoscope: AUTOSCOPE_WITHIN=nothing: no such function was called
// NOTHING: app recorded nothing: no step or call that is to be recorded was reached
// ACTIVE: AUTOSCOPE_SCHEDULE=active=0: active=0 must be at least 1
// NO-STEP: AUTOSCOPE_SCHEDULE counts the calls of a function, which AUTOSCOPE_STEP_FUNCTION must name
// GLOB: AUTOSCOPE_WITHIN=a[: {{.+}}
// The bracket is no step in itself; without a schedule or a tree, all is recorded from the first step on.
// RUN: %autoscope run --within step --step-function step --schedule active=1 -- ./app 3 2>&1 | FileCheck --check-prefix=SAME %s
// SAME: autoscope: AUTOSCOPE_STEP_FUNCTION=step is what AUTOSCOPE_WITHIN names: the bracket is no step in it
// RUN: %autoscope run --step-function step -- ./app 3 2>&1 | FileCheck --check-prefix=FROM %s --implicit-check-not=main
// FROM: step(int)
// RUN: not %autoscope run --sort self_cpu_memory_usage -- touch started 2>&1 | FileCheck --check-prefix=SORT %s
// SORT: unknown sort key 'self_cpu_memory_usage'; valid keys are {{.*}}; `autoscope report FILE` sorts by memory, GPU time and percentiles, too
// One message for all cycles that cannot be written.
// RUN: env AUTOSCOPE_OUTPUT=/proc/none/x.json AUTOSCOPE_SCHEDULE=active=1 AUTOSCOPE_STEP_FUNCTION=step ./app 12 2>&1 | grep -c 'a cycle of steps is not recorded' | FileCheck --check-prefix=ONCE %s
// ONCE: {{^}}1{{$}}
// KEY: AUTOSCOPE_CONFIG: 'schedules' is no key; 'schedule' is; docs/config.md has all
// FOLDER: the folder app/below cannot be made: {{.+}}
#include <cstdlib>

__attribute__((noinline)) void work() { asm volatile(""); }
__attribute__((noinline)) void step(int number) {
  for (int i = 0; i < number; ++i)
    work();
}
__attribute__((noinline)) void train(int steps) {
  for (int i = 0; i < steps; ++i)
    step(i);
}

int main(int, char **argv) {
  train(atoi(argv[1]));
}
