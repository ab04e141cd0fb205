// Shapes that `autoscope run --shapes` records are rows and a column of the table, arrays of the trace and part of the dump;
// without it they are in none.
// RUN: %autoscope_clangxx -fplugin-arg-autoscope-all -std=c++17 -O1 %s -o %t.app
// RUN: %autoscope run --shapes -o %t.autoscope --trace %t.json -- %t.app | FileCheck %s --check-prefix=PLAIN
// RUN: %autoscope report --group-by-input-shape --sort name %t.autoscope | FileCheck %s --check-prefix=GROUPED
// RUN: %autoscope dump --stable %t.autoscope | FileCheck %s --check-prefix=DUMP
// RUN: %check_trace %t.json
// RUN: FileCheck %s --check-prefix=TRACE --input-file %t.json
// RUN: %autoscope run --group-by-input-shape -- %t.app | FileCheck %s --check-prefix=GROUPED
// RUN: AUTOSCOPE_SHAPES=0 %autoscope run -o %t.2.autoscope --quiet -- %t.app
// RUN: %autoscope dump --stable %t.2.autoscope | FileCheck %s --check-prefix=NONE
// RUN: not %autoscope convert --group-by-input-shape %t.autoscope %t.3.json 2>&1 | FileCheck %s --check-prefix=WRONG
// Asked for where there are none, that is said.
// RUN: %autoscope report --group-by-input-shape %t.2.autoscope 2>&1 | FileCheck %s --check-prefix=NO-SHAPES
// RUN: %autoscope run --shapes --flops -- %t.app none 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: %autoscope run --shapes -- %t.app 2>&1 | FileCheck %s --check-prefix=PLAIN --implicit-check-not=recorded
#include <vector>

float total(const std::vector<float> &values, int times) {
  float sum = 0;
  for (int i = 0; i < times; ++i)
    for (float value : values)
      sum += value;
  return sum;
}
[[autoscope::scope]] void plain() {}
int main(int count, char **) {
  if (count > 1) {
    plain();
    return 0;
  }
  std::vector<float> few(3), many(1000);
  for (int i = 0; i < 5; ++i)
    total(few, 2);
  total(many, 2);
}
// PLAIN: # of Calls
// PLAIN-NOT: Input Shapes
// PLAIN: total({{.*}} 6
// GROUPED: # of Calls {{.*}}Input Shapes
// GROUPED-DAG: total({{.*}} 5 {{ *}}{{\[\[3\], \[\]\]}}
// GROUPED-DAG: total({{.*}} 1 {{ *}}{{\[\[1000\], \[\]\]}}
// DUMP: total({{.*}}) {{\[\[3\], \[\]\]}} float, Scalar x5
// DUMP-NEXT: total({{.*}}) {{\[\[1000\], \[\]\]}} float, Scalar
// TRACE-DAG: "Input Dims": {{\[\[3\], \[\]\]}}, "Input type": ["float", "Scalar"]
// TRACE-DAG: "Input Dims": {{\[\[1000\], \[\]\]}}
// NONE: total(
// NONE-NOT: [
// NO-SHAPES: autoscope: --group-by-input-shape: {{.*}}.2.autoscope holds no shapes: `autoscope run --shapes` records them
// NOTHING: autoscope: no shapes were recorded: nothing that ran has an argument with a shape
// NOTHING: autoscope: no FLOPs were recorded: nothing that ran says how many it does
// WRONG: --group-by-input-shape is for tables
