// The loop of docs/profile-api.md prints torch's table for each cycle and writes a trace.
// RUN: rm -rf %t.d && mkdir -p %t.d && cd %t.d
// RUN: %autoscope_clangxx -std=c++17 -O1 -I%source/runtime/include %source/docs/snippets/profile-loop.cpp -o %t
// RUN: env TMPDIR=%t.d %t | FileCheck %s
// RUN: %check_trace trace-5.json.gz
// RUN: %check_trace trace-10.json.gz
// RUN: ls -A | count 2

// CHECK:      {{^-+  -+  -+  -+  -+  -+  -+  $}}
// CHECK-NEXT: {{^ +}}Name    Self CPU %      Self CPU   CPU total %     CPU total  CPU time avg    # of Calls{{  $}}
// CHECK-NEXT: {{^-+  }}
// CHECK-NEXT: {{^ +}}ProfilerStep*{{ .* 3  $}}
// CHECK-NEXT: {{^ +}}batch 0{{ .* 2  $}}
// CHECK-NEXT: {{^ +}}batch 1{{ .* 1  $}}
// CHECK-NEXT: {{^-+  }}
// CHECK-NEXT: Self CPU time total:
// CHECK-EMPTY:
// CHECK:      {{^ +}}ProfilerStep*{{ .* 3  $}}
// CHECK-NEXT: {{^ +}}batch 1{{ .* 2  $}}
// CHECK-NEXT: {{^ +}}batch 0{{ .* 1  $}}
// CHECK-NOT:  ProfilerStep
