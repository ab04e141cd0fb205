// A module of a library's kind that is called by an interface is of its own class, which its body knows: type, name and members,
// also those in containers, which are read when the body begins. The imitated library has no names to give, which the run says.
// RUN: %clangxx %plugin_flags -std=c++17 -O1 %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t 2>&1 | FileCheck --check-prefix=MESSAGE %s
// RUN: %autoscope tree %t.autoscope | FileCheck %s
#include <map>
#include <memory>
#include <string>

namespace torch {
namespace nn {
struct Module {
  virtual ~Module() = default;
  long own = 0;
};
}  // namespace nn
}  // namespace torch

struct Tagged {
  virtual ~Tagged() = default;
  long tag = 0;
};
struct Runs : torch::nn::Module {
  virtual int forward(int x) = 0;
};
struct Leaf : Tagged, Runs {
  int forward(int x) override;
};
struct Net : Runs {
  std::map<std::string, std::unique_ptr<Runs>> blocks;
  int forward(int x) override;
};
// Called by an address that is not its own.
struct Second : Tagged, Net {};

int run(Runs &module, int x) { return module.forward(x); }

int main() {
  Net net;
  Second second;
  for (Net *each : {&net, static_cast<Net *>(&second)})
    for (const char *key : {"a", "b"})
      each->blocks[key] = std::make_unique<Leaf>();
  int x = run(net, 1);
  net.blocks["c"] = std::make_unique<Leaf>();
  for (int i = 0; i < 3; ++i)
    x = run(net, x) + run(second, x);
  return x == 0;
}
int Leaf::forward(int x) {
  int sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += i;
  return sum;
}
int Net::forward(int x) {
  for (auto &block : blocks)
    x = run(*block.second, x);
  return x;
}
// MESSAGE: autoscope: torch modules have no names
// CHECK:      {{^}}Net {{ *}}Net {{ *}}4{{ }}
// CHECK-NEXT: {{^}}  blocks["a"] {{ *}}Leaf {{ *}}4{{ }}
// CHECK-NEXT: {{^}}  blocks["b"] {{ *}}Leaf {{ *}}4{{ }}
// CHECK-NEXT: {{^}}  blocks["c"] {{ *}}Leaf {{ *}}3{{ }}
// CHECK-NEXT: {{^}}Second {{ *}}Second {{ *}}3{{ }}
// CHECK-NEXT: {{^}}  blocks["a"] {{ *}}Leaf {{ *}}3{{ }}
// CHECK-NEXT: {{^}}  blocks["b"] {{ *}}Leaf {{ *}}3{{ }}
