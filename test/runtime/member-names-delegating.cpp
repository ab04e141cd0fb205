// A forward that calls its base's, which runs members of the derived class, knows them: they have the names that they have from the
// derived forward, through any number of bases, containers and in each call.
// RUN: %clangxx %plugin_flags '-fplugin-arg-autoscope-methods=forward,run' -std=c++17 -O0 %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t && %autoscope tree %t.autoscope | FileCheck %s --implicit-check-not=@
// RUN: %clangxx %plugin_flags '-fplugin-arg-autoscope-methods=forward,run' -std=c++17 -O1 %address_sanitizer %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t && %autoscope tree %t.autoscope | FileCheck %s --implicit-check-not=@
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct [[autoscope::module]] Layer {
  virtual ~Layer() = default;
  virtual int forward(int x) { return x + weight; }
  int weight = 1;
};
struct Residual : Layer {
  Layer norm;
  int forward(int x) override { return x + body(norm.forward(x)); }
  virtual int body(int x) = 0;
};
struct Block : Residual {
  Layer before, inside;
  int forward(int x) override { return inside.forward(Residual::forward(before.forward(x))); }
  int body(int x) override { return inside.forward(x); }
};

// Three levels, the middle one with members of its own.
struct Middle : Residual {
  std::map<std::string, Layer> heads;
  int forward(int x) override { return Residual::forward(x); }
};
struct Other {
  virtual ~Other() = default;
  long other = 0;
};
struct Deep : Other, Middle {
  std::vector<std::unique_ptr<Layer>> layers;
  std::list<Layer> aux;
  int forward(int x) override { return Middle::forward(x); }
  int body(int x) override {
    x = heads.at("a").forward(layers[1]->forward(x));
    return aux.back().forward(norm.forward(x));
  }
};

// Here the base's method is the outer one, and the derived class's the inner one, which goes back to the base.
struct Template : Layer {
  Layer own;
  int forward(int x) override { return run(own.forward(x)); }
  virtual int run(int x) { return hook(x); }
  virtual int hook(int x) = 0;
};
struct Filled : Template {
  Layer filling;
  int run(int x) override { return Template::run(filling.forward(own.forward(x))); }
  int hook(int x) override { return filling.forward(own.forward(x)); }
};

struct Net : Layer {
  Block block;
  Deep deep;
  std::vector<std::unique_ptr<Template>> many;
  int forward(int x) override { return many[0]->forward(deep.forward(block.forward(x))); }
};

int main() {
  Net net;
  net.deep.heads["a"];
  net.deep.layers.push_back(std::make_unique<Layer>());
  net.deep.layers.push_back(std::make_unique<Layer>());
  net.deep.aux.resize(2);
  net.many.push_back(std::make_unique<Filled>());
  int x = 0;
  for (int i = 0; i < 3; ++i)
    x += net.forward(i);
  Block alone;
  return alone.forward(x) == 0;
}
// CHECK:      {{^}}Net {{ *}}Net {{ *}}3{{ }}
// CHECK-NEXT: {{^}}  block {{ *}}Block {{ *}}3{{ }}
// CHECK-NEXT: {{^}}    block.before {{ *}}Layer {{ *}}3{{ }}
// CHECK-NEXT: {{^}}    block.norm {{ *}}Layer {{ *}}3{{ }}
// CHECK-NEXT: {{^}}    block.inside {{ *}}Layer {{ *}}6{{ }}
// CHECK-NEXT: {{^}}  deep {{ *}}Deep {{ *}}3{{ }}
// CHECK-NEXT: {{^}}    deep.norm {{ *}}Layer {{ *}}6{{ }}
// CHECK-NEXT: {{^}}    deep.layers[1] {{ *}}Layer {{ *}}3{{ }}
// CHECK-NEXT: {{^}}    deep.heads["a"] {{ *}}Layer {{ *}}3{{ }}
// CHECK-NEXT: {{^}}    deep.aux[1] {{ *}}Layer {{ *}}3{{ }}
// CHECK-NEXT: {{^}}  many[0] {{ *}}Filled {{ *}}3{{ }}
// CHECK-NEXT: {{^}}    many[0].own {{ *}}Layer {{ *}}9{{ }}
// CHECK-NEXT: {{^}}    many[0].filling {{ *}}Layer {{ *}}6{{ }}
// CHECK-NEXT: {{^}}Block {{ *}}Block {{ *}}1{{ }}
// CHECK-NEXT: {{^}}  before {{ *}}Layer {{ *}}1{{ }}
// CHECK-NEXT: {{^}}  norm {{ *}}Layer {{ *}}1{{ }}
// CHECK-NEXT: {{^}}  inside {{ *}}Layer {{ *}}2{{ }}
