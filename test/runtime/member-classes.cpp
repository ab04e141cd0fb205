// The type of a module, and the name of an outermost one, is the class of the object, not the one that defines its forward, and of
// the object of this call, not of another one that lay there before. Without RTTI it is the class that defines the method.
// RUN: %clangxx %plugin_flags -std=c++17 -O0 %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t && %autoscope tree %t.autoscope | FileCheck --check-prefixes=CHECK,RTTI %s
// RUN: %clangxx %plugin_flags -std=c++17 -O2 -fno-rtti %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t && %autoscope tree %t.autoscope | FileCheck --check-prefixes=CHECK,NONE %s
#include <memory>
#include <new>
#include <string>
#include <vector>

struct [[autoscope::module]] Layer {
  virtual ~Layer() = default;
  virtual int forward(int x) { return x + weight; }
  int weight = 1;
};
struct Stack : Layer {
  Layer inside;
  int forward(int x) override { return inside.forward(x); }
};
struct Encoder : Stack {};
template <class T, unsigned long N> struct Decoder : Stack {
  T values[N];
};
struct Net : Layer {
  Encoder enc;
  Decoder<std::pair<int, long>, 3> dec;
  std::unique_ptr<Layer> layer = std::make_unique<Stack>();
  int forward(int x) override { return layer->forward(dec.forward(enc.forward(x))); }
};
struct Tiny : Net {};
namespace {
struct Hidden : Net {};
}  // namespace
// Its own forward is not virtual, and it has no virtual table.
struct [[autoscope::module]] Plain {
  int forward(int x) { return x; }
};
struct Fancy : Plain {};

struct First : Layer {};
struct Second : Layer {};
struct Replaces : Layer {
  alignas(Layer) char storage[sizeof(Layer)];
  Layer *current = nullptr;
  template <class T> void make() { current = new (storage) T; }
  int forward(int x) override { return current->forward(x); }
};

int main() {
  Net net;
  Tiny tiny;
  Hidden hidden;
  int x = net.forward(tiny.forward(hidden.forward(1)));
  x += Fancy().forward(x);
  // At one address, one after the other, outermost and inside.
  alignas(Layer) char storage[sizeof(Layer)];
  Replaces replaces;
  for (int i = 0; i < 3; ++i) {
    Layer *layer = new (storage) First;
    x += layer->forward(x);
    layer->~Layer();
    layer = new (storage) Second;
    x += layer->forward(layer->forward(x));
    layer->~Layer();
    replaces.make<First>();
    x += replaces.forward(x);
    replaces.make<Second>();
    x += replaces.forward(x);
  }
  return x == 0;
}
// RTTI:      {{^}}Hidden {{ *}}Hidden {{ *}}1{{ }}
// RTTI:      {{^}}Tiny {{ *}}Tiny {{ *}}1{{ }}
// RTTI:      {{^}}Net {{ *}}Net {{ *}}1{{ }}
// NONE:      {{^}}Net {{ *}}Net {{ *}}3{{ }}
// RTTI-NEXT: {{^}}  enc {{ *}}Encoder {{ *}}1{{ }}
// NONE-NEXT: {{^}}  enc {{ *}}Stack {{ *}}3{{ }}
// CHECK-NEXT: {{^}}    enc.inside {{ *}}Layer
// RTTI-NEXT: {{^}}  dec {{ *}}Decoder<std::pair<int, long>, 3> {{ *}}1{{ }}
// NONE-NEXT: {{^}}  dec {{ *}}Stack {{ *}}3{{ }}
// CHECK-NEXT: {{^}}    dec.inside {{ *}}Layer
// CHECK-NEXT: {{^}}  layer {{ *}}Stack
// CHECK-NEXT: {{^}}    layer.inside {{ *}}Layer
// CHECK-NEXT: {{^}}Plain {{ *}}Plain {{ *}}1{{ }}
// RTTI-NEXT: {{^}}First {{ *}}First {{ *}}3{{ }}
// RTTI-NEXT: {{^}}Second {{ *}}Second {{ *}}6{{ }}
// NONE-NEXT: {{^}}Layer {{ *}}Layer {{ *}}9{{ }}
// CHECK-NEXT: {{^}}Replaces {{ *}}Replaces {{ *}}6{{ }}
// RTTI-NEXT: {{^}}  current {{ *}}First {{ *}}3{{ }}
// RTTI-NEXT: {{^}}  current {{ *}}Second {{ *}}3{{ }}
// NONE-NEXT: {{^}}  current {{ *}}Layer {{ *}}6{{ }}
