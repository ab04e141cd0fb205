// A class with operator-> has the name of what that returns, and only of that: its other members are members like any.
// RUN: %clangxx %plugin_flags -std=c++17 -O0 %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t && %autoscope tree %t.autoscope | FileCheck %s
#include <memory>
#include <vector>

struct [[autoscope::module]] Layer {
  virtual ~Layer() = default;
  virtual int forward(int x) { return x + 1; }
};
struct Wide : Layer {};
struct Log {
  Layer *last = nullptr;
};

struct Handle {
  std::shared_ptr<Log> log = std::make_shared<Log>();
  Layer *layer;
  Layer *operator->() const { return layer; }
};
struct Owner {
  Wide *other = nullptr;
  std::unique_ptr<Wide> owned = std::make_unique<Wide>();
  Layer *operator->() { return owned.get(); }
};
struct Derived : Owner {
  Layer more;
};
struct Stack {
  std::unique_ptr<Layer> first = std::make_unique<Layer>();
  std::vector<Layer> rest = std::vector<Layer>(2);
  Layer *operator->() { return first.get(); }
};
struct Items {
  Layer items[2];
  Layer *operator->() { return &items[0]; }
};
struct [[autoscope::module]] Net {
  std::unique_ptr<Layer> held = std::make_unique<Layer>();
  Layer outside;
  Handle handle;
  Owner owner;
  Derived derived;
  Stack stack;
  Items items;
  int forward(int x) {
    Layer local;
    handle.layer = x ? &local : &outside;
    x = owner->forward(handle->forward(x));
    x = derived.more.forward(derived->forward(x));
    x = stack->forward(stack.rest[1].forward(x));
    return items->forward(x);
  }
};

int main() {
  Net net;
  return net.forward(1) == 0;
}
// CHECK:      {{^}}Net {{ *}}Net
// CHECK-NEXT: {{^}}  handle {{ *}}Layer
// CHECK-NEXT: {{^}}  owner {{ *}}Wide
// CHECK-NEXT: {{^}}  derived {{ *}}Wide
// CHECK-NEXT: {{^}}  derived {{ *}}Derived {{ *}}-
// CHECK-NEXT: {{^}}    derived.more {{ *}}Layer
// CHECK-NEXT: {{^}}  stack {{ *}}Stack {{ *}}-
// CHECK-NEXT: {{^}}    stack.rest[1] {{ *}}Layer
// CHECK-NEXT: {{^}}  stack {{ *}}Layer
// CHECK-NEXT: {{^}}  items {{ *}}Items {{ *}}-
// CHECK-NEXT: {{^}}    items.items[0] {{ *}}Layer
