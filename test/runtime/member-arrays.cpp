// The elements of a unique_ptr<Layer[]> are modules by number, as far as the array goes and no further; where nothing tells how many
// there are, for elements without a destructor, they have no names.
// RUN: %clangxx %plugin_flags -std=c++17 -O0 %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t && %autoscope tree %t.autoscope | FileCheck %s
// RUN: %clangxx %plugin_flags -std=c++17 -O2 %address_sanitizer %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t && %autoscope tree %t.autoscope | FileCheck %s
// RUN: %if libcxx %{ %clangxx %plugin_flags -std=c++17 -O1 -stdlib=libc++ %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope %}
// RUN: %if libcxx %{ env AUTOSCOPE_OUTPUT=%t.autoscope %t && %autoscope tree %t.autoscope | FileCheck %s %}
#include <memory>
#include <string>
#include <vector>

struct [[autoscope::module]] Layer {
  virtual ~Layer() = default;
  virtual int forward(int x) { return x + weight; }
  int weight = 1;
};
struct Block : Layer {
  std::unique_ptr<Layer[]> inner{new Layer[2]};
  int forward(int x) override { return inner[1].forward(x); }
};
struct alignas(64) Aligned : Layer {};
struct [[autoscope::module]] Plain {
  int forward(int x) { return x; }
};
struct [[autoscope::module]] Net {
  std::unique_ptr<Layer[]> none;
  std::unique_ptr<Layer[]> layers{new Layer[3]};
  std::unique_ptr<Block[]> blocks = std::make_unique<Block[]>(2);
  std::unique_ptr<Aligned[]> aligned{new Aligned[2]};
  std::vector<std::unique_ptr<Layer[]>> rows;
  std::unique_ptr<Plain[]> plain{new Plain[2]};
  int forward(int x) {
    rows[1][1].forward(x);
    plain[1].forward(x);
    x = layers[2].forward(layers[0].forward(x));
    x = blocks[1].inner[0].forward(blocks[1].forward(x));
    return aligned[1].forward(x);
  }
};

int main() {
  Net net;
  for (int i = 0; i < 2; ++i)
    net.rows.emplace_back(new Layer[2]);
  return net.forward(net.forward(1)) == 0;
}
// CHECK:      {{^}}Net {{ *}}Net {{ *}}2{{ }}
// CHECK-NEXT: {{^}}  rows[1][1] {{ *}}Layer {{ *}}2{{ }}
// CHECK-NEXT: {{^}}  Plain@0 {{ *}}Plain {{ *}}2{{ }}
// CHECK-NEXT: {{^}}  layers[0] {{ *}}Layer {{ *}}2{{ }}
// CHECK-NEXT: {{^}}  layers[2] {{ *}}Layer {{ *}}2{{ }}
// CHECK-NEXT: {{^}}  blocks[1] {{ *}}Block {{ *}}2{{ }}
// CHECK-NEXT: {{^}}    blocks[1].inner[1] {{ *}}Layer {{ *}}2{{ }}
// CHECK-NEXT: {{^}}    blocks[1].inner[0] {{ *}}Layer {{ *}}2{{ }}
// CHECK-NEXT: {{^}}  aligned[1] {{ *}}Aligned {{ *}}2{{ }}
