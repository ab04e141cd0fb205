// A standard container may be a module's base, or itself be made a module by an odd `bases=`: that compiles, vector<bool> too, and runs.
// RUN: %autoscope_clangxx -std=c++17 -O1 %s -o %t && env AUTOSCOPE_OUTPUT=%t.autoscope %t && %autoscope tree %t.autoscope | FileCheck %s
// RUN: %autoscope_clangxx -std=c++17 -O1 -fplugin-arg-autoscope-system-headers -fplugin-arg-autoscope-bases=std::vector,std::_Vector_base,std::map,std::unique_ptr \
// RUN:   '-fplugin-arg-autoscope-methods=forward,push_back,emplace_back,size,begin,end,operator[],get,operator->' %s -o %t-odd
// RUN: env AUTOSCOPE_OUTPUT=%t-odd.autoscope %t-odd && %autoscope tree %t-odd.autoscope | FileCheck --check-prefix=ODD %s
#include <map>
#include <memory>
#include <vector>
struct [[autoscope::module]] Layer {
  int forward(int x) { return x + 1; }
};
struct [[autoscope::module]] Stack : std::vector<Layer> {
  std::map<int, std::unique_ptr<Layer>> others;
  std::vector<bool> flags;
  int forward(int x) {
    for (Layer &layer : *this)
      x = layer.forward(x);
    flags.push_back(x > 0);
    return others[7]->forward(x) + int(flags.size());
  }
};
int main() {
  Stack stack;
  stack.resize(2);
  stack.others[7] = std::make_unique<Layer>();
  return stack.forward(0) == 4 ? 0 : 1;
}
// CHECK:      {{^}}Stack Stack 1 
// CHECK-NEXT: Layer@0 Layer 1 
// CHECK-NEXT: Layer@1 Layer 1 
// CHECK-NEXT: others[7] Layer 1 
// CHECK-NEXT: {{^-}}
// ODD:        {{^}}Stack Stack 1 
