// A module that changes what it holds while it runs is never read half changed: elements whose destructors run modules may be
// cleared, erased and replaced in any container, also by a method of the module that runs already. What is added to a vector
// is known at once, what is added to another container in the next call; the module's own fields come before any container's.
// RUN: %clangxx %plugin_flags -std=c++17 -O0 %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t && %autoscope tree %t.autoscope | FileCheck %s
// RUN: %clangxx %plugin_flags -std=c++17 -O2 %address_sanitizer %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t && %autoscope tree %t.autoscope | FileCheck %s
// RUN: %if libcxx %{ %clangxx %plugin_flags -std=c++17 -O1 -stdlib=libc++ %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope %}
// RUN: %if libcxx %{ env AUTOSCOPE_OUTPUT=%t.autoscope %t && %autoscope tree %t.autoscope | FileCheck %s %}
#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

struct [[autoscope::module]] Layer {
  virtual ~Layer() = default;
  virtual int forward(int x) { return x + 1; }
};
struct Local : Layer {};
// Its destructor runs a module that nothing leads to, and one that something in front of the broken place may.
struct Talks : Layer {
  Layer *log = nullptr;
  ~Talks() override {
    Local local;
    local.forward(1);
    if (log)
      log->forward(1);
  }
};
struct Block : Layer {
  Talks inner;
  std::map<int, Layer> map;
};

struct Clears : Layer {
  Layer log;
  std::vector<std::unique_ptr<Talks>> vector;
  std::vector<Talks> values;
  std::vector<std::vector<Talks>> nested;
  std::vector<std::unique_ptr<Block>> blocks;
  std::list<std::unique_ptr<Talks>> list;
  std::forward_list<Talks> forwards;
  std::deque<Talks> deque;
  std::map<std::string, std::unique_ptr<Talks>> map;
  std::unordered_map<int, Talks> hashed;
  std::set<std::unique_ptr<Talks>> set;
  std::optional<Talks> optional;
  std::unique_ptr<Block> owned;
  Clears() { fill(); }
  void fill() {
    for (int i = 0; i < 5; ++i) {
      vector.push_back(std::make_unique<Talks>());
      values.resize(i + 1);
      nested.resize(i + 1);
      nested.back().resize(3);
      blocks.push_back(std::make_unique<Block>());
      list.push_back(std::make_unique<Talks>());
      forwards.emplace_front();
      deque.emplace_back();
      map[std::to_string(i)] = std::make_unique<Talks>();
      hashed[i];
      set.insert(std::make_unique<Talks>());
    }
    optional.emplace();
    owned = std::make_unique<Block>();
    log_();
  }
  void log_() {
    for (auto &talks : vector)
      talks->log = &log;
    for (auto &talks : list)
      talks->log = &log;
  }
  int forward(int x) override {
    x = map["3"]->forward(hashed[2].forward(list.back()->forward(x)));
    list.pop_front();
    map.erase("1");
    hashed.erase(1);
    set.erase(set.begin());
    vector.erase(vector.begin());
    list.back() = std::make_unique<Talks>();
    vector.clear(), values.clear(), nested.clear(), blocks.clear(), list.clear(), forwards.clear(), deque.clear(), map.clear(),
        hashed.clear(), set.clear(), optional.reset(), owned.reset();
    fill();
    vector = std::vector<std::unique_ptr<Talks>>();
    map = std::map<std::string, std::unique_ptr<Talks>>();
    list = std::list<std::unique_ptr<Talks>>();
    fill();
    return x;
  }
};

// The child drops all of its parent's, and runs a method of it meanwhile.
struct Again : Layer {
  struct Calls : Layer {
    Again *whole;
    explicit Calls(Again *of) : whole(of) {}
    ~Calls() override { whole->forward(0); }
  };
  std::list<Calls> list;
  std::map<int, std::unique_ptr<Layer>> map;
  int forward(int x) override {
    Local local;
    local.forward(x);
    if (x == 0)
      return 0;
    for (int i = 0; i < 3; ++i) {
      list.emplace_back(this);
      map[i] = std::make_unique<Layer>();
    }
    list.clear();
    return map.begin()->second->forward(x);
  }
};

// Filled in its first call.
struct Lazy : Layer {
  std::vector<std::unique_ptr<Layer>> layers;
  std::map<std::string, std::unique_ptr<Layer>> blocks;
  std::unique_ptr<Block> block;
  int forward(int x) override {
    if (layers.empty()) {
      for (int i = 0; i < 3; ++i) {
        layers.push_back(std::make_unique<Layer>());
        x = layers.back()->forward(x);
      }
      blocks["enc"] = std::make_unique<Layer>();
      block = std::make_unique<Block>();
    }
    return blocks["enc"]->forward(block->inner.forward(block->forward(layers[1]->forward(x))));
  }
};

// A layer in two places has the name of the first, whichever was called first.
struct Tied : Layer {
  std::shared_ptr<Layer> first;
  std::vector<std::shared_ptr<Layer>> layers;
  std::map<int, std::shared_ptr<Layer>> map;
  int forward(int x) override {
    for (int i : {1, 0, 2, 3})
      x = layers[i]->forward(x);
    return map[1]->forward(map[0]->forward(x));
  }
};

// Behind more elements than a search goes through.
struct Long : Layer {
  std::vector<std::unique_ptr<Layer>> many = std::vector<std::unique_ptr<Layer>>(200000);
  std::map<int, int> other;
  Layer tail;
  int forward(int x) override { return tail.forward(x); }
};

int main() {
  int x = 0;
  {
    Clears clears;
    for (int i = 0; i < 3; ++i)
      x = clears.forward(x);
  }
  Again again;
  for (int i = 1; i < 4; ++i)
    x = again.forward(i);
  Lazy lazy;
  for (int i = 0; i < 3; ++i)
    x = lazy.forward(x);
  Tied tied;
  auto one = std::make_shared<Layer>(), two = std::make_shared<Layer>(), three = std::make_shared<Layer>();
  tied.first = one;
  tied.layers = {one, two, one, three};
  tied.map = {{0, three}, {1, std::make_shared<Layer>()}};
  x = tied.forward(x);
  Long hidden;
  x = hidden.forward(hidden.forward(x));
  return x == 0;
}
// CHECK:      {{^}}Clears {{ *}}Clears {{ *}}3{{ }}
// CHECK-DAG:  {{^}}  map["3"] {{ *}}Talks {{ *}}3{{ }}
// CHECK-DAG:  {{^}}  list[4] {{ *}}Talks
// CHECK-DAG:  {{^}}  log {{ *}}Layer
// CHECK:      {{^}}Again {{ *}}Again {{ *}}3{{ }}
// CHECK:      {{^}}Lazy {{ *}}Lazy {{ *}}3{{ }}
// CHECK-NEXT: {{^}}  layers[0] {{ *}}Layer {{ *}}1{{ }}
// CHECK-NEXT: {{^}}  layers[1] {{ *}}Layer {{ *}}4{{ }}
// CHECK-NEXT: {{^}}  layers[2] {{ *}}Layer {{ *}}1{{ }}
// CHECK-NEXT: {{^}}  block {{ *}}Block {{ *}}3{{ }}
// CHECK-NEXT: {{^}}    block.inner {{ *}}Talks {{ *}}3{{ }}
// CHECK-NEXT: {{^}}  Layer@0 {{ *}}Layer {{ *}}1{{ }}
// CHECK-NEXT: {{^}}  blocks["enc"] {{ *}}Layer {{ *}}2{{ }}
// CHECK:      {{^}}Tied {{ *}}Tied {{ *}}1{{ }}
// CHECK-NEXT: {{^}}  layers[1] {{ *}}Layer {{ *}}1{{ }}
// CHECK-NEXT: {{^}}  first {{ *}}Layer {{ *}}2{{ }}
// CHECK-NEXT: {{^}}  layers[3] {{ *}}Layer {{ *}}2{{ }}
// CHECK-NEXT: {{^}}  map[1] {{ *}}Layer {{ *}}1{{ }}
// CHECK:      {{^}}Long {{ *}}Long {{ *}}2{{ }}
// CHECK-NEXT: {{^}}  tail {{ *}}Layer {{ *}}2{{ }}
