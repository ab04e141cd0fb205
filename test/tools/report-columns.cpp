// The table of `autoscope report` has percentiles, threads and callers where they are asked for, and its rows as JSON and CSV.
// RUN: %autoscope_clangxx -O1 -pthread -fplugin-arg-autoscope-all -fplugin-arg-autoscope-min-statements=0 %s -o %t
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t
// RUN: %autoscope report %t.autoscope --columns p50,p99,min,max,stddev --sort p99 | FileCheck --check-prefix=COLUMNS %s
// RUN: %autoscope report %t.autoscope --group-by-thread --sort name | FileCheck --check-prefix=THREADS %s
// RUN: %autoscope report %t.autoscope --group-by-stack 2 --sort first --name-width 0 | FileCheck --check-prefix=STACKS %s
// RUN: %autoscope report %t.autoscope --top-level --sort name --header Outermost | FileCheck --check-prefix=TOP %s
// Every number of a row, for data frames; --limit and --sort hold there, too.
// RUN: %autoscope report %t.autoscope --format json --sort count --limit 1 >%t.json
// RUN: %python -c "import json, sys; print([(r['key'], r['count'], sorted(r)) for r in json.load(open(sys.argv[1]))])" %t.json | FileCheck --check-prefix=JSON %s
// RUN: %autoscope report %t.autoscope --format csv --sort count >%t.csv
// RUN: %python -c "import csv, sys; print([(r['key'], r['count'], int(r['p50_ns']) <= int(r['max_ns'])) for r in csv.DictReader(open(sys.argv[1]))])" %t.csv | FileCheck --check-prefix=CSV %s
// RUN: sh -c 'for a in "--columns p95" "--sort p95" "--format xml" "--group-by-stack 0" "--columns p50 --compensate"; do $0 report %t.autoscope $a; echo status $?; done' %autoscope 2>&1 | FileCheck --check-prefix=WRONG %s
// What was not recorded has no order.
// RUN: sh -c 'for a in cuda_time_total flops "flops --top-level"; do $0 report %t.autoscope --sort $a; done' %autoscope 2>&1 >%t.txt | FileCheck --check-prefix=UNKNOWN %s
#include <thread>

static int leaf(int n) { return n + 1; }
static int twice(int n) { return leaf(leaf(n)); }
static void work() {
  volatile int sum = 0;
  for (int i = 0; i < 50; ++i)
    sum = twice(leaf(sum));
}

int main() {
  std::thread other(work);
  other.join();
  work();
}

// COLUMNS:      CPU time avg  CPU time p50  CPU time p99  CPU time min  CPU time max  CPU time std    # of Calls
// COLUMNS-NEXT: ----
// COLUMNS-NEXT: {{^ +}}main() {{.* 1 *$}}
// COLUMNS-NEXT: {{^ +}}work() {{.* 2 *$}}
// COLUMNS:      Self CPU time total:

// THREADS:      # of Calls  Thread
// THREADS-NEXT: ----
// THREADS-NEXT: {{^ +}}leaf(int) {{.*}} 150  thread {{[0-9]+}}
// THREADS-NEXT: {{^ +}}leaf(int) {{.*}} 150  thread {{[0-9]+}}
// THREADS-NEXT: {{^ +}}main() {{.*}} 1  thread {{[0-9]+}}

// STACKS:      Source Location
// STACKS-NEXT: ----
// STACKS-NEXT: {{^ +}}main() {{.*}} 1  {{.*}}report-columns.cpp(26): main(){{ *$}}
// STACKS:      {{^ +}}work() {{.*}} 1  {{.*}}report-columns.cpp(20): work(){{ *$}}
// STACKS:      {{^ +}}leaf(int) {{.*}} 100  {{.*}}report-columns.cpp(18): leaf(int){{ *$}}
// STACKS-NEXT: {{^ +}}{{.*}}report-columns.cpp(20): work(){{ *$}}
// STACKS:      {{^ +}}leaf(int) {{.*}} 200  {{.*}}report-columns.cpp(18): leaf(int){{ *$}}
// STACKS-NEXT: {{^ +}}{{.*}}report-columns.cpp(19): twice(int){{ *$}}

// TOP:      {{^=+$}}
// TOP-NEXT: Outermost
// TOP-NEXT: {{^=+$}}
// TOP-NEXT: This report only display top-level ops statistics
// TOP:      {{^ +}}main() {{.* 1 *$}}
// TOP-NEXT: {{^ +}}work() {{.* 2 *$}}
// TOP-NEXT: {{^-+}}

// JSON: [('leaf(int)', 300, ['allocated_memory', 'allocations', 'count', 'cpu_memory_usage', 'cpu_time_total_ns', {{.*}}'stddev_ns', 'thread'])]
// CSV: [('leaf(int)', '300', True), ('twice(int)', '100', True), ('work()', '2', True), ('main()', '1', True)]

// UNKNOWN:      autoscope: --sort cuda_time_total: {{.*}}.autoscope has no cuda_time_total, which was not recorded; rows are in order of the first call
// UNKNOWN-NEXT: autoscope: --sort flops: {{.*}} has no flops
// UNKNOWN-NEXT: autoscope: --sort flops: {{.*}} has no flops
// UNKNOWN-NOT:  autoscope

// WRONG:      autoscope: --columns: p95 not in {p50,p90,p99,min,max,stddev}
// WRONG-NEXT: status 1
// WRONG-NEXT: autoscope: unknown sort key 'p95'; valid keys are self_cpu_time_total, {{.*}}, first, device_time, device_time_total, {{.*}}, stddev, key; cuda is the same as device in them
// WRONG-NEXT: status 1
// WRONG-NEXT: autoscope: --format: xml not in {table,json,csv}
// WRONG-NEXT: status 1
// WRONG-NEXT: autoscope: --group-by-stack: Value 0 not in range
// WRONG-NEXT: status 1
// WRONG-NEXT: autoscope: --co{{lumns|mpensate}} excludes --co{{lumns|mpensate}}
// WRONG-NEXT: status 1
