// The trace checker refuses what viewers cannot bear, and a table that says something else than the trace.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %autoscope_clangxx %s -o app && %autoscope run --quiet -o s.autoscope -- ./app
// RUN: %autoscope convert s.autoscope good.json && %autoscope report s.autoscope >table.txt
// RUN: %python %S/Inputs/break-trace.py good.json %check_trace | FileCheck %s
// RUN: %check_trace good.json --scopes 3 --agrees-with table.txt --finished-only
// RUN: not %check_trace good.json --scopes 4
// RUN: sed 's/ 3  $/ 2  /' table.txt >calls.txt && not %check_trace good.json --agrees-with calls.txt 2>&1 | FileCheck --check-prefix=CALLS %s
// RUN: sed 's/work()/walk()/' table.txt >names.txt && not %check_trace good.json --agrees-with names.txt 2>&1 | FileCheck --check-prefix=NAMES %s
[[autoscope::scope]] void work() {}
int main() {
  work();
  work();
  work();
}
// CHECK:      as it was: status 0: {{.*}} ok, 3 function scopes in 1 rows
// CHECK-NEXT: not strict: status 1: {{.*}}NaN is no JSON
// CHECK-NEXT: twice: status 1: {{.*}}an object has a key twice
// CHECK-NEXT: truncated: status 1:
// CHECK-NEXT: rank is text: status 1: {{.*}}distributedInfo.rank is '0', not an integer
// CHECK-NEXT: no blank: status 1: {{.*}}HTA's search for the rank in the text does not find it
// CHECK-NEXT: no category: status 1: {{.*}}has category None
// CHECK-NEXT: no name: status 1: {{.*}}has no ph or no name
// CHECK-NEXT: no duration: status 1: {{.*}}ts or dur has not three decimals
// CHECK-NEXT: zero duration: status 1: {{.*}}dur 0 ns
// CHECK-NEXT: huge tid: status 1: {{.*}}tid 1099511627776
// CHECK-NEXT: unnamed row: status 1: {{.*}}has no thread_name
// CHECK-NEXT: same id: status 1: {{.*}}has External id 1
// CHECK-NEXT: step: status 1: {{.*}}HTA stops at this name
// CHECK-NEXT: arguments: status 0: {{.*}} ok, 3 function scopes in 1 rows
// CHECK-NEXT: no types: status 1: {{.*}}has only one of Input Dims and Input type
// CHECK-NEXT: fewer types: status 1: {{.*}}has shapes of 3 arguments and types of 1
// CHECK-NEXT: bad type: status 1: {{.*}}has Input type {{.*}}None
// CHECK-NEXT: bad shape: status 1: {{.*}}has Input Dims {{.*}}'x'
// CHECK-NEXT: flat shapes: status 1: {{.*}}has Input Dims
// CHECK-NEXT: flops: status 1: {{.*}}has flops -2
// CHECK-NEXT: overlap: status 1: {{.*}}overlaps
// CALLS: work(): 3 calls in the trace, 2 in the table
// NAMES: walk(): 0 calls in the trace, 3 in the table
// NAMES: work() is not in the table
