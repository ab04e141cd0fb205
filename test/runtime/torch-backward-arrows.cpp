// In the trace an arrow leads from each forward operator to its node of the backward pass: the pairs are those that Kineto makes of
// torch.profiler's events of the same training steps in Python. Also where the forward pass ran on another thread, whose numbers are
// its own.
// REQUIRES: torch, python-torch, default-llvm
// RUN: %autoscope_clangxx -std=c++17 -O1 %s -o %t %torch_flags
// RUN: env AUTOSCOPE_OPERATORS=1 %t steps %t.json && %check_trace --pairs %t.json > %t.checked && grep ' -> ' %t.checked > %t.pairs
// RUN: cd /tmp && /usr/bin/python3 %S/Inputs/backward-pairs.py > %t.torch && diff %t.torch %t.pairs
// RUN: FileCheck --input-file %t.pairs %s
// CHECK-COUNT-3: {{^}}aten::addmm -> autograd::engine::evaluate_function: AddmmBackward0{{$}}
// CHECK-COUNT-3: {{^}}aten::convolution -> autograd::engine::evaluate_function: ConvolutionBackward0{{$}}

// RUN: env AUTOSCOPE_OPERATORS=1 %t threads %t.threads.json && %check_trace --pairs %t.threads.json | FileCheck --check-prefix=THREADS %s
// THREADS-COUNT-2: {{^}}aten::addmm -> autograd::engine::evaluate_function: AddmmBackward0{{$}}
// THREADS-NOT:     AddmmBackward0
// RUN: grep -c '"cat": "fwdbwd"' %t.threads.json | FileCheck --check-prefix=ENDS %s
// ENDS: {{^20$}}

// The rows of the API have torch's members.
// RUN: %t api | FileCheck --check-prefix=API %s
// API:      aten::addmm: [[NUMBER:[0-9]+]], 0
// API-NEXT: AddmmBackward0: [[NUMBER]], {{[1-9][0-9]*}}
// API-NEXT: a block: none, none
#include "autoscope/profile.h"

#include <ATen/record_function.h>
#include <cstdio>
#include <string>
#include <thread>
#include <torch/torch.h>

static torch::Tensor leaf(at::IntArrayRef sizes) { return torch::ones(sizes, torch::requires_grad()); }

static torch::Tensor forward() {
  static torch::Tensor images = torch::ones({2, 3, 8, 8});
  static torch::Tensor kernel = leaf({4, 3, 3, 3}), bias = leaf({4}), weight = leaf({144, 5}), offset = leaf({5});
  return torch::addmm(offset, torch::conv2d(images, kernel, bias).relu().flatten(1), weight).sum();
}

static void work() {
  for (int i = 0; i < 2; ++i)
    forward().backward();
  torch::Tensor loss = forward();
  loss.backward({}, /*retain_graph=*/true);
  loss.backward();
  torch::NoGradGuard none;
  forward();
}

// Both threads begin with the same number.
static void threads() {
  torch::Tensor losses[2];
  for (torch::Tensor &loss : losses)
    std::thread([&loss] { loss = forward(); }).join();
  for (torch::Tensor &loss : losses)
    loss.backward();
}

static std::string textOf(const std::optional<std::int64_t> &value) { return value ? std::to_string(*value) : "none"; }

static void api() {
  autoscope::profile profile;
  {
    RECORD_USER_SCOPE("a block");
    forward().backward();
  }
  profile.stop();
  autoscope::EventList events = profile.events();
  for (const char *name : {"aten::addmm", "AddmmBackward0", "a block"})
    for (const autoscope::FunctionEvent &event : events)
      if (event.name == name)
        std::printf("%s: %s, %s\n", name, textOf(event.sequence_nr).c_str(), textOf(event.fwd_thread).c_str());
}

int main(int, char **argv) {
  std::string way = argv[1];
  work();  // makes what is made once
  if (way == "api") {
    api();
    return 0;
  }
  autoscope::profile profile(argv[2]);
  way == "steps" ? work() : threads();
}
