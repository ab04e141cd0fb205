// TensorBoard's profiler plug-in reads our module rows: its module view has each module, below its parent, with our counts.
// REQUIRES: torch-tb-profiler
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && %autoscope_clangxx -O1 -pthread %s -o app
// RUN: env AUTOSCOPE_OUTPUT=s.autoscope ./app
// RUN: %autoscope convert s.autoscope s.json && %tensorboard_modules s.json | FileCheck --strict-whitespace --check-prefix=VIEW %s
// Kineto's form of the hierarchy is no other view.
// RUN: %autoscope convert s.autoscope k.json --module-names kineto && %tensorboard_modules k.json | FileCheck --strict-whitespace --check-prefix=VIEW %s
// RUN: %autoscope convert s.autoscope n.json --no-modules && %tensorboard_modules n.json | FileCheck --check-prefix=NONE %s
#include <thread>
#include <vector>

struct [[autoscope::module]] Layer {
  virtual ~Layer() = default;
  virtual int forward(int x) { return help(x) + 1; }
  [[autoscope::scope]] int help(int x) { return x * 2; }
};
struct [[autoscope::module]] Deep : Layer {
  int forward(int x) override { return Layer::forward(x) + 1; }
};
struct [[autoscope::module]] Block {
  Layer a;
  Deep b;
  int forward(int x) { return b.forward(a.forward(x)); }
};
struct [[autoscope::module]] Net {
  Block first, second;
  int forward(int x) { return second.forward(first.forward(x)); }
};

int main() {
  Net net;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&net] { net.forward(1); });
  for (std::thread &thread : threads)
    thread.join();
  net.forward(2);
}
// Deep::forward calls Layer::forward of the same object: one occurrence, and the function right below it.
// VIEW:      module view:
// VIEW-NEXT: {{^Net_0 x4 operators=4 }}
// VIEW-NEXT: {{^  Block_0 x4 operators=4 }}
// VIEW-NEXT: {{^    Layer_0 x4 operators=4 }}
// VIEW-NEXT: {{^    Deep_0 x4 operators=4 }}
// VIEW-NEXT: {{^  Block_1 x4 operators=4 }}
// VIEW-NEXT: {{^    Layer_1 x4 operators=4 }}
// VIEW-NEXT: {{^    Deep_1 x4 operators=4 }}
// VIEW-NEXT: {{^end$}}
// NONE: no module view
