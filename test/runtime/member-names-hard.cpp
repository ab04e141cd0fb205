// A pointer that owns nothing is never followed, nor a text read that a key does not own: the pointers of a deleter, which may
// dangle, are not those of the unique_ptr, and keys that only refer to a text count by place. A key of type char is a text.
// RUN: %clangxx %plugin_flags -std=c++17 -O0 %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t && %autoscope tree %t.autoscope | FileCheck %s
// RUN: %clangxx %plugin_flags -std=c++17 -O1 %address_sanitizer %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t && %autoscope tree %t.autoscope | FileCheck %s
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <sys/mman.h>

struct [[autoscope::module]] Layer {
  virtual ~Layer() = default;
  virtual int forward(int x) { return x + weight; }
  std::unique_ptr<Layer> inside;
  int weight = 1;
};
struct Deleter {
  Layer *home;
  void operator()(Layer *layer) const { delete layer; }
};
struct [[autoscope::module]] Net {
  std::unique_ptr<Layer, Deleter> owned;
  Layer *other;
  int forward(int x) { return other->forward(owned->forward(x)); }
};
struct [[autoscope::module]] Keys {
  std::map<std::string_view, Layer> views;
  std::map<char, Layer> characters;
  Layer tail;
  int forward(int x) {
    for (auto &element : views)
      x = element.second.forward(x);
    for (auto &element : characters)
      x = element.second.forward(x);
    return tail.forward(x);
  }
};

int main() {
  Layer other;
  void *nowhere = mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  Net net{{new Layer, Deleter{static_cast<Layer *>(nowhere)}}, &other};
  int x = net.forward(1);
  Net home{{new Layer, Deleter{&other}}, &other};
  x += home.forward(1);
  Keys keys;
  auto text = std::make_unique<std::string>("a key so long that it has memory of its own");
  keys.views[*text];
  keys.characters['q'];
  x += keys.forward(1);
  text.reset();
  x += keys.forward(1);
  return x == 0;
}
// CHECK:      {{^}}Net {{ *}}Net {{ *}}2{{ }}
// CHECK-NEXT: {{^}}  owned {{ *}}Layer {{ *}}2{{ }}
// CHECK-NEXT: {{^}}  other {{ *}}Layer {{ *}}2{{ }}
// CHECK:      {{^}}Keys {{ *}}Keys {{ *}}2{{ }}
// CHECK-NEXT: {{^}}  views[0] {{ *}}Layer {{ *}}2{{ }}
// CHECK-NEXT: {{^}}  characters["q"] {{ *}}Layer {{ *}}2{{ }}
// CHECK-NEXT: {{^}}  tail {{ *}}Layer {{ *}}2{{ }}
