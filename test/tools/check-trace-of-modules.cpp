// The trace checker sees a scope in another module than the row around it, and module rows that do not fit each other.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %autoscope_clangxx %s -o app && %autoscope run --quiet -o good.json -- ./app
// RUN: %python %S/Inputs/break-modules.py good.json %check_trace | FileCheck %s
// RUN: %check_trace good.json --modules 6 && not %check_trace good.json --modules 7
struct [[autoscope::module]] Layer {
  int forward(int x) { return x + 1; }
};
struct [[autoscope::module]] Net {
  Layer one, two;
  int forward(int x) { return two.forward(one.forward(x)); }
};
[[autoscope::scope]] void outside() {}
int main() {
  Net net;
  outside();
  return net.forward(net.forward(-4));
}
// CHECK:      as it was: status 0: {{.*}} ok, 7 function scopes in 1 rows
// CHECK-NEXT: scope in another module: status 1: {{.*}}has Module Hierarchy Net.two, but is inside Net.one
// CHECK-NEXT: scope without its module: status 1: {{.*}}has Module Hierarchy None, but is inside Net.one
// CHECK-NEXT: scope in no module: status 1: {{.*}}has Module Hierarchy Net, but no module row is around it
// CHECK-NEXT: row without hierarchy: status 1: {{.*}}nn.Module: Layer_{{[01]}} at {{.*}} has Module Hierarchy None
// CHECK-NEXT: row without parent: status 1: {{.*}}has parent None, but is inside
// CHECK-NEXT: row not below its parent: status 1: {{.*}}is one, which is not below Net
// CHECK-NEXT: call twice: status 1: {{.*}}is Net, which is not below Net
// CHECK-NEXT: id of another: status 1: {{.*}}module id {{[0-9]+}} is both
// CHECK-NEXT: name of another: status 1: {{.*}}is both
