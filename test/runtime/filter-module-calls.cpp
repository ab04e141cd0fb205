// AUTOSCOPE_FILTER holds for a call of a module, whichever of caller and body has the scope: a rule for the body's file or name leaves
// out the scope that callers enter for it; one for the file of the declaration leaves that out, and not the body's. A function that is
// left out counts once, whatever sites it has.
// RUN: mkdir -p %t.d && printf '#include "layer.h"\nint Layer::forward(int x) { return leaf.forward(x) + 1; }\nint Leaf::forward(int x) { return x; }\n' > %t.d/body.cpp
// RUN: printf '#include "layer.h"\nint other(Layer &layer) { return layer.forward(3); }\n' > %t.d/other.cpp
// RUN: printf 'struct [[autoscope::module]] Leaf { int forward(int x); };\nstruct [[autoscope::module]] Layer { Leaf leaf; int forward(int x); };\n' > %t.d/layer.h
// RUN: %autoscope_clangxx -std=c++17 -O1 -I%t.d %s %t.d/body.cpp %t.d/other.cpp -o %t
// RUN: %autoscope_clangxx -std=c++17 -O1 -I%t.d -fplugin-arg-autoscope-exclude=file:body.cpp %s %t.d/body.cpp %t.d/other.cpp -o %t-excluded
// RUN: printf 'exclude file:body.cpp\n' > %t.body && printf 'exclude file:layer.h\n' > %t.header && printf 'exclude Layer::forward\n' > %t.name
// RUN: %autoscope run --filter %t.body -o %t.autoscope -- %t && %autoscope report %t.autoscope | FileCheck --check-prefix=BODY %s
// RUN: %autoscope tree %t.autoscope | FileCheck --check-prefix=TREE %s
// RUN: %autoscope convert %t.autoscope %t.json && %check_trace %t.json
// RUN: %autoscope run --filter %t.header -- %t | FileCheck --check-prefix=HEADER %s
// RUN: %autoscope run --filter %t.name -- %t | FileCheck --check-prefix=NAME %s
// RUN: %autoscope run --filter %t.header -- %t-excluded | FileCheck --check-prefix=EXCLUDED %s
#include "layer.h"
int other(Layer &layer);
struct [[autoscope::module]] Net {
  Layer first, second;
  int forward(int x) { return first.forward(x) + second.forward(x) + other(second); }
};
int main() {
  Net net;
  int sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += net.forward(i);
  return sum == 36 ? 0 : 1;
}
// BODY-NOT:  Layer
// BODY-NOT:  Leaf
// BODY:      Net::forward(int) {{.*}} 4 
// BODY-NOT:  Layer
// BODY-NOT:  Leaf
// BODY:      2 functions that were called were left out by AUTOSCOPE_FILTER
// TREE:      {{^}}Net Net 4 
// TREE-NEXT: {{^-}}
// HEADER-DAG: Net::forward(int) {{.*}} 4 
// HEADER-DAG: Layer::forward(int) {{.*}} 12 
// HEADER-DAG: Leaf::forward(int) {{.*}} 12 
// HEADER-NOT: left out
// NAME-NOT:  Layer::forward
// NAME-DAG:  Net::forward(int) {{.*}} 4 
// NAME-DAG:  Leaf::forward(int) {{.*}} 12 
// NAME:      1 function that was called was left out by AUTOSCOPE_FILTER
// EXCLUDED-NOT: Layer
// EXCLUDED-NOT: Leaf
// EXCLUDED:  Net::forward(int) {{.*}} 4 
// EXCLUDED:  2 functions that were called were left out by AUTOSCOPE_FILTER
