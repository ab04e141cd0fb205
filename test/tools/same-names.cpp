// Functions of one name in two units, which only their place tells apart, have it behind their name in every output.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %autoscope_clangxx a.cpp b.cpp -o app && env AUTOSCOPE_OUTPUT=s.autoscope ./app
// RUN: %autoscope report s.autoscope >s.txt && FileCheck --check-prefixes=CHECK,ONCE --input-file=s.txt %s
// RUN: %autoscope tree --calls s.autoscope | FileCheck %s
// RUN: %autoscope dump --stable s.autoscope | FileCheck %s
// RUN: %autoscope convert s.autoscope s.stacks && FileCheck --check-prefix=STACKS --input-file=s.stacks %s
// RUN: %autoscope convert s.autoscope s.json && %check_trace s.json --agrees-with s.txt
// RUN: FileCheck --input-file=s.json %s
// CHECK-DAG: helper(int) [a.cpp:1]
// CHECK-DAG: helper(int) [b.cpp:1]
// ONCE-DAG:  {{^ +}}other() 
// STACKS-DAG: {{^}}helper(int)_[a.cpp:1] {{[0-9]+$}}
// STACKS-DAG: {{^}}helper(int)_[b.cpp:1] {{[0-9]+$}}
//--- a.cpp
[[autoscope::scope]] static int helper(int n) { return n + 1; }
int other();
int main() { return helper(1) + other() == 0; }
//--- b.cpp
[[autoscope::scope]] static int helper(int n) { return n + 2; }
[[autoscope::scope]] int other() { return 1; }
int twice() { return helper(2); }
static int early = twice();
