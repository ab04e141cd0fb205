// A module whose forward comes from a class that is none is a module of its own: named by the member that holds it, of its own class,
// with its members below it, and one call each time.
// RUN: %autoscope_clangxx -std=c++17 -O1 %s -o %t && env AUTOSCOPE_OUTPUT=%t.autoscope %t && %autoscope tree %t.autoscope | FileCheck %s
// RUN: %autoscope convert %t.autoscope %t.json && %check_trace %t.json
// RUN: %autoscope_clangxx -std=c++17 -O1 -fplugin-arg-autoscope-all -fplugin-arg-autoscope-min-statements=0 %s -o %t-all
// RUN: env AUTOSCOPE_OUTPUT=%t-all.autoscope %t-all && %autoscope tree %t-all.autoscope | FileCheck %s && %autoscope report --limit -1 %t-all.autoscope | FileCheck --check-prefix=ALL %s
struct [[autoscope::module]] Leaf {
  virtual ~Leaf() = default;
  virtual int forward(int x) { return x + 1; }
};
template <class D> struct Crtp {
  int forward(int x) { return static_cast<D *>(this)->run(x); }
};
struct [[autoscope::module]] Twice : Crtp<Twice> {
  Leaf leaf;
  int run(int x) { return leaf.forward(x) * 2; }
};
struct Padding {
  long words[3];
};
struct Mixin {
  Leaf own, unused;
  int forward(int x) { return own.forward(own.forward(x)); }
};
struct [[autoscope::module]] Mixed : Padding, virtual Mixin {
  Leaf another;
};
struct [[autoscope::module]] Net {
  Twice twice;
  Mixed mixed;
  int forward(int x) { return mixed.forward(twice.forward(twice.forward(x))); }
};
int main() {
  Net net;
  int sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += net.forward(0);
  return sum == 3 * 8 ? 0 : 1;
}
// CHECK:      {{^}}Net Net 3 
// CHECK-NEXT: twice Twice 6 
// CHECK-NEXT: twice.leaf Leaf 6 
// CHECK-NEXT: mixed Mixed 3 
// CHECK-NEXT: mixed.own Leaf 6 
// CHECK-NEXT: {{^-}}
// ALL-DAG:    {{^ *}}Twice::forward(int) {{.*}} 6 
// ALL-DAG:    {{^ *}}Crtp<Twice>::forward(int) {{.*}} 6 
// ALL-DAG:    {{^ *}}Mixed::forward(int) {{.*}} 3 
// ALL-DAG:    {{^ *}}Mixin::forward(int) {{.*}} 3 
// ALL-DAG:    {{^ *}}Leaf::forward(int) {{.*}} 12 
