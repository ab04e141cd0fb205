// `autoscope diff` shows two runs row by row, and its exit status tells CI whether something grew above the threshold.
// RUN: rm -f %t.*.json %t.*.autoscope
// RUN: %autoscope_clangxx -O1 -fplugin-arg-autoscope-all -fplugin-arg-autoscope-min-statements=0 %s -o %t
// RUN: env AUTOSCOPE_OUTPUT=%t.a.autoscope %t 10 && env AUTOSCOPE_OUTPUT=%t.b.autoscope %t 14 more
// RUN: %autoscope diff %t.a.autoscope %t.b.autoscope --metric count | FileCheck --check-prefix=ROWS %s
// Calls are the same in every run, so what is judged here does not hang on time.
// RUN: %autoscope diff %t.a.autoscope %t.a.autoscope --metric count --threshold 0% | FileCheck --check-prefix=SAME %s
// RUN: %autoscope diff %t.a.autoscope %t.b.autoscope --metric count --threshold 90% | FileCheck --check-prefix=BELOW %s
// RUN: sh -c '$0 diff %t.a.autoscope %t.b.autoscope --metric count --threshold 10%%; echo status $?' %autoscope | FileCheck --check-prefix=ABOVE %s
// A baseline kept as JSON is the same as the session that it was made of.
// RUN: %autoscope report %t.a.autoscope --format json --limit -1 >%t.a.json
// RUN: %autoscope diff %t.a.json %t.b.autoscope >%t.of-json.txt && %autoscope diff %t.a.autoscope %t.b.autoscope >%t.of-session.txt
// RUN: diff %t.of-json.txt %t.of-session.txt
// RUN: echo '{"key": 1}' >%t.object.json && echo '[{"key": "a"}]' >%t.row.json && echo '[{]' >%t.broken.json
// RUN: sh -c 'for a in "%t.a.autoscope %t.none" "%t.a.autoscope" "%t.a.autoscope %t.b.autoscope --threshold much" "%t.a.autoscope %t.b.autoscope --metric key" "%t.a.autoscope %t.b.autoscope --sort speed" "%t.object.json %t.a.autoscope" "%t.row.json %t.a.autoscope" "%t.broken.json %t.a.autoscope"; do $0 diff $a; echo status $?; done' %autoscope 2>&1 | FileCheck --check-prefix=WRONG %s
// A pipe is read once, as a shell's <(...) is.
// RUN: sh -c 'cat %t.a.json | $0 diff /dev/stdin %t.b.autoscope' %autoscope >%t.of-pipe.txt && diff %t.of-pipe.txt %t.of-session.txt
// RUN: %autoscope diff %t.a.json %t.a.autoscope --metric stddev --threshold 1% | FileCheck --check-prefix=SPREAD %s
// What would only look like a program that has changed wholly, and what was not measured, is no comparison.
// RUN: %autoscope report %t.a.autoscope --format json --group-by-stack 2 >%t.stack.json && %autoscope report %t.a.autoscope --format json --group-by-thread >%t.thread.json
// RUN: %autoscope report %t.a.autoscope --format json --group-by function >%t.function.json && echo '[]' >%t.empty.json
// RUN: %autoscope diff %t.stack.json %t.a.autoscope --group-by-stack 2 --metric count --threshold 0% | FileCheck --check-prefix=SAME %s
// RUN: sh -c 'for a in "%t.stack.json %t.a.autoscope" "%t.stack.json %t.a.autoscope --group-by-stack 3" "%t.a.json %t.thread.json" "%t.function.json %t.a.autoscope" "%t.empty.json %t.a.autoscope" "%t.a.json %t.b.autoscope --metric flops" "%t.a.json %t.b.autoscope --metric cuda_time"; do $0 diff $a --threshold 10%%; echo status $?; done' %autoscope 2>&1 | FileCheck --check-prefix=REFUSED %s
// What is not all that ran is compared, and said.
// RUN: env AUTOSCOPE_OUTPUT=%t.c.autoscope %t 10 more end && %autoscope diff %t.a.autoscope %t.c.autoscope 2>&1 | FileCheck --check-prefix=PARTIAL %s
// RUN: %autoscope report %t.c.autoscope --format csv 2>&1 >%t.csv | FileCheck --check-prefix=PARTIAL %s
#include <cstdlib>
#include <unistd.h>

static int leaf(int n) { return n + 1; }
static int grows(int n) { return leaf(n); }
static int onlyBefore(int n) { return leaf(n); }
static int onlyAfter(int n) { return leaf(n); }

int main(int argc, char **argv) {
  volatile int sum = 0;
  for (int i = std::atoi(argv[1]); i > 0; --i)
    sum = grows(sum);
  if (argc > 3)
    _exit(0);
  sum = argc > 2 ? onlyAfter(sum) : onlyBefore(sum);
}

// ROWS:      Name        Before         After        Change      Change %  Calls before   Calls after
// ROWS-NEXT: ----
// ROWS-NEXT: {{^ +}}grows(int)            10            14            +4       +40.00%            10            14
// ROWS-NEXT: {{^ +}}leaf(int)            11            15            +4       +36.36%            11            15
// ROWS-DAG:  {{^ +}}onlyBefore(int)             1             -            -1          gone             1             -
// ROWS-DAG:  {{^ +}}onlyAfter(int)             -             1            +1           new             -             1
// ROWS:      Total of count: 23 before, 31 after, +34.78%
// SAME:      Nothing grew by more than 0.00%
// BELOW:     Nothing grew by more than 90.00%
// ABOVE:      Grew by more than 10.00%:
// ABOVE-NEXT:   total: 23 -> 31 (+34.78%)
// ABOVE-NEXT:   grows(int): 10 -> 14 (+40.00%)
// ABOVE-NEXT:   leaf(int): 11 -> 15 (+36.36%)
// ABOVE-NEXT: status 3

// WRONG:      autoscope: cannot read {{.*}}.none: No such file or directory
// WRONG-NEXT: status 1
// WRONG-NEXT: autoscope: AFTER is required
// WRONG-NEXT: status 1
// WRONG-NEXT: autoscope: --threshold much is no percentage: 10% is one
// WRONG-NEXT: status 1
// WRONG-NEXT: autoscope: --metric: unknown metric 'key'; valid ones are cpu_time, {{.*}}, stddev
// WRONG-NEXT: status 1
// WRONG-NEXT: autoscope: unknown sort key 'speed'; valid keys are change, before, after, name
// WRONG-NEXT: status 1
// WRONG-NEXT: autoscope: cannot read {{.*}}.object.json: these are no rows of `autoscope report --format json`
// WRONG-NEXT: status 1
// WRONG-NEXT: autoscope: cannot read {{.*}}.row.json: row 1: its count is not a whole number
// WRONG-NEXT: status 1
// WRONG-NEXT: autoscope: cannot read {{.*}}.broken.json: it is no JSON{{.*}}
// WRONG-NEXT: status 1

// SPREAD: Nothing grew by more than 1.00%

// REFUSED:      autoscope: {{.*}}.stack.json has rows by stack, {{.*}}.a.autoscope has not: --group-by-stack makes such
// REFUSED-NEXT: status 1
// REFUSED-NEXT: autoscope: {{.*}} have rows by stacks of different lengths: 2 and 3 functions
// REFUSED-NEXT: status 1
// REFUSED-NEXT: autoscope: {{.*}}.thread.json has rows by thread, {{.*}}.a.json has not:
// REFUSED-NEXT: status 1
// REFUSED-NEXT: autoscope: of {{.*}} one has a row for each overload, one for each function:
// REFUSED-NEXT: status 1
// REFUSED-NEXT: autoscope: {{.*}}.empty.json holds no row
// REFUSED-NEXT: status 1
// REFUSED-NEXT: autoscope: {{.*}}.a.json has no flops: it was not recorded
// REFUSED-NEXT: status 1
// REFUSED-NEXT: autoscope: {{.*}}.a.json has no device_time: it was not recorded
// REFUSED-NEXT: status 1

// PARTIAL: autoscope: {{.*}}.c.autoscope.part is not all that ran: the process ended before it could close it; `autoscope report` says more
