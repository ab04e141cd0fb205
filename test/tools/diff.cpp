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
#include <cstdlib>

static int leaf(int n) { return n + 1; }
static int grows(int n) { return leaf(n); }
static int onlyBefore(int n) { return leaf(n); }
static int onlyAfter(int n) { return leaf(n); }

int main(int argc, char **argv) {
  volatile int sum = 0;
  for (int i = std::atoi(argv[1]); i > 0; --i)
    sum = grows(sum);
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
