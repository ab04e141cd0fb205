// Each C++ snippet of docs/coming-from-torch-profiler.md runs and gives what the page says.
// RUN: rm -rf %t.d && mkdir -p %t.d && cd %t.d
// RUN: %autoscope_clangxx -std=c++17 -O1 -I%source/runtime/include %source/docs/snippets/from-torch.cpp -o %t
// RUN: %t quick_table | FileCheck %s --check-prefix=QUICK
// RUN: %t by_input_shape | FileCheck %s --check-prefix=SHAPES
// RUN: %t flops | FileCheck %s --check-prefix=FLOPS
// RUN: %t chrome_trace && %check_trace trace.json
// RUN: %t stacks | FileCheck %s --check-prefix=STACKS
// RUN: %t modules | FileCheck %s --check-prefix=MODULES
// RUN: %t schedule | FileCheck %s --check-prefix=SCHEDULE
// RUN: %check_trace trace_4.json
// RUN: %check_trace trace_8.json
// RUN: %t tensorboard
// RUN: cd log/net && %check_trace *.pt.trace.json
// RUN: cd %t.d && env RANK=3 %t per_rank && %check_trace profile_3.json
// RUN: %t events | FileCheck %s --check-prefix=EVENTS

// QUICK:      Name    Self CPU %
// QUICK:      {{^ +}}model_inference {{.*}}100.00%{{.*}} 1  {{$}}
// QUICK-NEXT: {{^ +}}Net::forward({{.*}} 1  {{$}}
// QUICK-NEXT: {{^ +}}Linear::forward({{.*}} 2  {{$}}

// SHAPES:     Input Shapes
// SHAPES-DAG: {{^ +}}Net::forward({{.*}} 1 {{ *}}{{\[\[}}64]]  {{$}}
// SHAPES-DAG: {{^ +}}Linear::forward({{.*}} 1 {{ *}}{{\[\[}}64]]  {{$}}
// SHAPES-DAG: {{^ +}}Linear::forward({{.*}} 1 {{ *}}{{\[\[}}32]]  {{$}}

// FLOPS:      # of Calls  Total KFLOPs
// FLOPS:      {{^ +}}Linear::forward({{.*}} 2 {{ *}}4.608  {{$}}

// STACKS:      Source Location
// STACKS:      Linear::forward({{.*}}from-torch.cpp(
// STACKS-NEXT: {{^ +}}{{.*}}from-torch.cpp(

// MODULES-DAG: Linear::forward({{.*}} in {{.*}}first
// MODULES-DAG: Linear::forward({{.*}} in {{.*}}second

// SCHEDULE-COUNT-2: {{^ +}}ProfilerStep* {{.*}} 2  {{$}}

// EVENTS:      Net::forward({{.*}} took {{[0-9.]+}}us
// EVENTS-NEXT: {{^}}key,{{.*}}count
