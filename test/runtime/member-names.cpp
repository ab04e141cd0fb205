// A module that runs inside another one is named by the member that leads to it, whatever holds it; by no member, by its class
// and a number. Names follow moved, replaced and reallocated modules, a shared one has a path in each place, and each thread its own.
// RUN: %clangxx %plugin_flags '-fplugin-arg-autoscope-methods=forward,operator(),run' -std=c++17 -Wall -Wextra -Werror -O0 %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope -pthread
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t && %autoscope tree %t.autoscope | FileCheck %s
// RUN: %clangxx %plugin_flags '-fplugin-arg-autoscope-methods=forward,operator(),run' -std=c++17 -O2 -fno-rtti -fno-exceptions %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope -pthread
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t && %autoscope tree %t.autoscope | FileCheck %s
// RUN: %clangxx %plugin_flags '-fplugin-arg-autoscope-methods=forward,operator(),run' -std=c++17 -O1 %address_sanitizer %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope -pthread
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t && %autoscope tree %t.autoscope | FileCheck %s
// RUN: %if libcxx %{ %clangxx %plugin_flags '-fplugin-arg-autoscope-methods=forward,operator(),run' -std=c++17 -stdlib=libc++ %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope -pthread %}
// RUN: %if libcxx %{ env AUTOSCOPE_OUTPUT=%t.autoscope %t && %autoscope tree %t.autoscope | FileCheck %s %}
#include <array>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

struct [[autoscope::module]] Layer {
  virtual ~Layer() = default;
  virtual int forward(int x) { return x + weight; }
  int weight = 1;
};
struct Wide : Layer {
  int forward(int x) override { return x * 2; }
};
struct Named {
  virtual ~Named() = default;
  std::string name;
};
// Its Layer is not at its beginning.
struct Second : Named, Layer {
  int forward(int x) override { return Layer::forward(x); }
};
struct Backbone : virtual Layer {
  Layer stem;
};
struct Stack {
  std::vector<std::unique_ptr<Layer>> layers;
};
struct Hidden;

class Holders : public Backbone {
public:
  Holders();
  ~Holders() override;
  int forward(int x) override {
    x = stem.forward(first(x));
    x = owned_->forward(shared_->forward(raw_->forward(x)));
    x = maybe_->forward(x);
    x = inner_.deep.forward(unnamed_.forward(x));
    x = array_[1].forward(fixed_[0].forward(grid_[1][0].forward(x)));
    x = stack_.layers[2]->forward(values_[1].forward(deque_[1].forward(list_.back()->forward(x))));
    x = blocks_["enc"]->forward(numbers_[-7].forward(hashed_["a.b"].forward(x)));
    x = pair_.second.forward(pairs_["x"].first.forward(x));
    x = reference_.forward(second_->forward(x));
    Layer local;
    return local.forward(hidden(x));
  }

private:
  int first(int x) { return member_.forward(x); }
  int hidden(int x);

  Layer member_;
  std::unique_ptr<Layer> owned_ = std::make_unique<Wide>();
  std::shared_ptr<Layer> shared_ = std::make_shared<Layer>();
  Layer *raw_ = new Wide;
  std::optional<Layer> maybe_ = Layer();
  struct {
    Layer deep;
  } inner_;
  struct {
    Layer unnamed_;
  };
  Layer array_[2];
  std::array<Wide, 2> fixed_;
  Layer grid_[2][2];
  Stack stack_;
  std::vector<Layer> values_{2};
  std::deque<Wide> deque_{2};
  std::list<std::shared_ptr<Layer>> list_;
  std::map<std::string, std::unique_ptr<Layer>> blocks_;
  std::map<int, Layer> numbers_;
  std::unordered_map<std::string, Layer> hashed_;
  std::pair<int, Layer> pair_;
  std::map<std::string, std::pair<Layer, int>> pairs_;
  std::unique_ptr<Named> named_;
  Second *second_;
  Layer &reference_ = *new Layer;
  std::unique_ptr<Hidden> hidden_;
};
struct Hidden {
  Layer inside;
};
Holders::Holders() : hidden_(std::make_unique<Hidden>()) {
  for (int i = 0; i < 3; ++i)
    stack_.layers.push_back(std::make_unique<Layer>());
  list_.assign(2, nullptr);
  for (auto &element : list_)
    element = std::make_shared<Layer>();
  blocks_["dec"] = std::make_unique<Layer>();
  blocks_["enc"] = std::make_unique<Wide>();
  numbers_[-7], hashed_["a.b"], pairs_["x"];
  auto second = std::make_unique<Second>();
  second_ = second.get();
  named_ = std::move(second);
}
Holders::~Holders() {
  delete raw_;
  delete &reference_;
}
int Holders::hidden(int x) { return hidden_->inside.forward(x); }

// Two blocks of one class with two children each, one of them in both.
struct Block : Layer {
  int forward(int x) override { return fc2->forward(fc1.forward(x)); }
  Layer fc1;
  std::shared_ptr<Layer> fc2;
};
struct [[autoscope::module]] Shares {
  Shares() { block1.fc2 = block2.fc2 = std::make_shared<Layer>(); }
  int operator()(int x) { return block2.forward(block1.forward(x)); }
  Block block1, block2;
};

// One layer for each call, while they move.
struct [[autoscope::module]] Changes {
  int run(int x) { return current->forward(x); }
  Layer *current = nullptr;
  std::unique_ptr<Layer> head;
  std::vector<std::unique_ptr<Layer>> layers;
  std::vector<Wide> values;
};
void change() {
  Changes changes;
  Changes *net = &changes;
  net->head = std::make_unique<Layer>();
  net->current = net->head.get();
  net->run(1); // head
  net->layers.push_back(std::move(net->head));
  net->run(1); // layers[0]
  net->layers.insert(net->layers.begin(), std::make_unique<Layer>());
  net->run(1); // layers[1]
  net->layers.erase(net->layers.begin());
  net->run(1); // layers[0]
  Layer *kept = net->layers[0].release();
  net->layers.clear();
  net->run(1); // current
  delete kept;
  net->values.resize(1);
  net->current = &net->values[0];
  net->run(1); // values[0]
  net->values.resize(1000);
  net->current = &net->values[999];
  net->run(1); // values[999]
}

// The same within one call of an outermost module.
struct [[autoscope::module]] Trainer {
  void run() { change(); }
};

// A module of a base class's method, and one that calls itself.
struct [[autoscope::module]] Recursive {
  int forward(int x) { return x == 0 ? leaf.forward(x) : next ? next->forward(x - 1) : leaf.forward(forward(0)); }
  std::unique_ptr<Recursive> next;
  Layer leaf;
};

int main() {
  Holders holders;
  int x = holders.forward(1) + holders.forward(2);
  Shares shares;
  x += shares(1) + shares(2);
  change();
  Trainer().run();
  Recursive recursive;
  recursive.next = std::make_unique<Recursive>();
  recursive.next->next = std::make_unique<Recursive>();
  x += recursive.forward(5);
  struct [[autoscope::module]] Threads {
    int forward(int y) { return layers[y]->forward(y); }
    std::vector<std::unique_ptr<Layer>> layers;
  } threads;
  for (int i = 0; i < 4; ++i)
    threads.layers.push_back(std::make_unique<Layer>());
  std::vector<std::thread> workers;
  for (int i = 0; i < 4; ++i)
    workers.emplace_back([&threads, i] {
      for (int j = 0; j < 100; ++j)
        threads.forward(i);
    });
  for (std::thread &worker : workers)
    worker.join();
  return x == 0;
}
// CHECK:      {{^}}Holders {{ *}}Holders {{ *}}2{{ }}
// CHECK-DAG:  {{^}}  stem {{ *}}Layer {{ *}}2{{ }}
// CHECK-DAG:  {{^}}  member_ {{ *}}Layer {{ *}}2{{ }}
// CHECK-DAG:  {{^}}  owned_ {{ *}}Wide {{ *}}2{{ }}
// CHECK-DAG:  {{^}}  shared_ {{ *}}Layer {{ *}}2{{ }}
// CHECK-DAG:  {{^}}  raw_ {{ *}}Wide {{ *}}2{{ }}
// CHECK-DAG:  {{^}}  maybe_ {{ *}}Layer {{ *}}2{{ }}
// CHECK-DAG:  {{^}}    inner_.deep {{ *}}Layer {{ *}}2{{ }}
// CHECK-DAG:  {{^}}  unnamed_ {{ *}}Layer {{ *}}2{{ }}
// CHECK-DAG:  {{^}}  array_[1] {{ *}}Layer {{ *}}2{{ }}
// CHECK-DAG:  {{^}}  fixed_[0] {{ *}}Wide {{ *}}2{{ }}
// CHECK-DAG:  {{^}}  grid_[1][0] {{ *}}Layer {{ *}}2{{ }}
// CHECK-DAG:  {{^}}    stack_.layers[2] {{ *}}Layer {{ *}}2{{ }}
// CHECK-DAG:  {{^}}  values_[1] {{ *}}Layer {{ *}}2{{ }}
// CHECK-DAG:  {{^}}  deque_[1] {{ *}}Wide {{ *}}2{{ }}
// CHECK-DAG:  {{^}}  list_[1] {{ *}}Layer {{ *}}2{{ }}
// CHECK-DAG:  {{^}}  blocks_["enc"] {{ *}}Wide {{ *}}2{{ }}
// CHECK-DAG:  {{^}}  numbers_[-7] {{ *}}Layer {{ *}}2{{ }}
// CHECK-DAG:  {{^}}  hashed_["a.b"] {{ *}}Layer {{ *}}2{{ }}
// CHECK-DAG:  {{^}}    pair_.second {{ *}}Layer {{ *}}2{{ }}
// CHECK-DAG:  {{^}}    pairs_["x"].first {{ *}}Layer {{ *}}2{{ }}
// CHECK-DAG:  {{^}}  named_ {{ *}}Second {{ *}}2{{ }}
// CHECK-DAG:  {{^}}  reference_ {{ *}}Layer {{ *}}2{{ }}
// CHECK-DAG:  {{^}}    hidden_.inside {{ *}}Layer {{ *}}2{{ }}
// CHECK-DAG:  {{^}}  Layer@0 {{ *}}Layer
// CHECK:      {{^}}Shares {{ *}}Shares {{ *}}2{{ }}
// CHECK-NEXT: {{^}}  block1 {{ *}}Block {{ *}}2{{ }}
// CHECK-NEXT: {{^}}    block1.fc1 {{ *}}Layer {{ *}}2{{ }}
// CHECK-NEXT: {{^}}    block1.fc2 {{ *}}Layer {{ *}}2{{ }}
// CHECK-NEXT: {{^}}  block2 {{ *}}Block {{ *}}2{{ }}
// CHECK-NEXT: {{^}}    block2.fc1 {{ *}}Layer {{ *}}2{{ }}
// CHECK-NEXT: {{^}}    block2.fc2 {{ *}}Layer {{ *}}2{{ }}
// CHECK:      {{^}}Changes {{ *}}Changes {{ *}}7{{ }}
// CHECK-NEXT: {{^}}  head {{ *}}Layer {{ *}}1{{ }}
// CHECK-NEXT: {{^}}  layers[0] {{ *}}Layer {{ *}}2{{ }}
// CHECK-NEXT: {{^}}  layers[1] {{ *}}Layer {{ *}}1{{ }}
// CHECK-NEXT: {{^}}  current {{ *}}Layer {{ *}}1{{ }}
// CHECK-NEXT: {{^}}  values[0] {{ *}}Wide {{ *}}1{{ }}
// CHECK-NEXT: {{^}}  values[999] {{ *}}Wide {{ *}}1{{ }}
// CHECK:      {{^}}Trainer {{ *}}Trainer {{ *}}1{{ }}
// CHECK-NEXT: {{^}}  Changes@0 {{ *}}Changes {{ *}}7{{ }}
// CHECK-NEXT: {{^}}    Changes@0.head {{ *}}Layer {{ *}}1{{ }}
// CHECK-NEXT: {{^}}    Changes@0.layers[0] {{ *}}Layer {{ *}}2{{ }}
// CHECK-NEXT: {{^}}    Changes@0.layers[1] {{ *}}Layer {{ *}}1{{ }}
// CHECK-NEXT: {{^}}    Changes@0.current {{ *}}Layer {{ *}}1{{ }}
// CHECK-NEXT: {{^}}    Changes@0.values[0] {{ *}}Wide {{ *}}1{{ }}
// CHECK-NEXT: {{^}}    Changes@0.values[999] {{ *}}Wide {{ *}}1{{ }}
// CHECK:      {{^}}Recursive {{ *}}Recursive {{ *}}1{{ }}
// CHECK-NEXT: {{^}}  next {{ *}}Recursive {{ *}}1{{ }}
// CHECK-NEXT: {{^}}    next.next {{ *}}Recursive {{ *}}1{{ }}
// CHECK-NEXT: {{^}}      next.next.leaf {{ *}}Layer {{ *}}2{{ }}
// CHECK:      {{^}}Threads {{ *}}Threads {{ *}}400{{ }}
// CHECK-DAG:  {{^}}  layers[0] {{ *}}Layer {{ *}}100{{ }}
// CHECK-DAG:  {{^}}  layers[1] {{ *}}Layer {{ *}}100{{ }}
// CHECK-DAG:  {{^}}  layers[2] {{ *}}Layer {{ *}}100{{ }}
// CHECK-DAG:  {{^}}  layers[3] {{ *}}Layer {{ *}}100{{ }}
// CHECK-NOT:  Layer@
