// A module made where an element of a container lay, which its module has emptied since its call began, does not get the element's
// name; nor does an element lose its name for good because another one comes or goes.
// RUN: %autoscope_clangxx -std=c++17 -O1 %s -o %t && env AUTOSCOPE_OUTPUT=%t.autoscope %t && %autoscope tree %t.autoscope | FileCheck %s
#include <autoscope/attributes.h>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
template <int pool> struct AUTOSCOPE_MODULE Layer {
  int forward(int x) { return x + 1; }
  // All of one kind lie at one place.
  static void *operator new(std::size_t) {
    static char place[sizeof(Layer)];
    return place;
  }
  static void operator delete(void *) {}
};
template <class Container> struct AUTOSCOPE_MODULE Holder {
  Container held;
  template <class Fill> int forward(bool replaces, Fill fill) {
    int result = 0;
    if (replaces) {
      held.clear();
      std::unique_ptr<typename Fill::Made> other(new typename Fill::Made);
      result = other->forward(0);
    }
    fill(held);
    return result;
  }
};
template <int pool> struct Fill {
  using Made = Layer<pool>;
  template <class Map> void operator()(Map &held) const { held[3].reset(new Made); }
  void operator()(std::list<std::unique_ptr<Made>> &held) const {
    held.clear();
    held.emplace_back(new Made);
  }
};
struct AUTOSCOPE_MODULE Net {
  Holder<std::map<int, std::unique_ptr<Layer<0>>>> map;
  Holder<std::unordered_map<int, std::unique_ptr<Layer<1>>>> hash;
  Holder<std::list<std::unique_ptr<Layer<2>>>> list;
  int forward(bool replaces) {
    return map.forward(replaces, Fill<0>()) + hash.forward(replaces, Fill<1>()) + list.forward(replaces, Fill<2>());
  }
};
// Grows by one in each second call, behind what runs.
struct AUTOSCOPE_MODULE Growing {
  std::map<std::string, Layer<3>> layers;
  int forward(int step) {
    int result = layers["a"].forward(step);
    if (step % 2)
      layers["z" + std::to_string(step)];
    return result;
  }
};
int main() {
  Net net;
  net.forward(false);
  for (int i = 0; i < 4; ++i)
    net.forward(true);
  Growing growing;
  growing.layers["a"];
  for (int i = 0; i < 10; ++i)
    growing.forward(i);
}
// CHECK-NOT: held[
// CHECK:     {{^}}Growing {{ *}}Growing {{ *}}10 {{.*}}
// CHECK-NEXT:  layers["a"] {{ *}}Layer<3> {{ *}}10 {{.*}}
// CHECK-NOT: held[
