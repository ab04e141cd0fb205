// The operators that a profile has are those that a callback of at::RecordFunction is told of by libtorch: names, number, order and
// nesting, on each thread, through exceptions, the backward pass and blocks that the program names; beside torch's own profiler, too. A
// block that begins inside one operator and ends inside another, as Python's do, lasts as long as it does.
// They lie below the modules that run them, and their shapes and FLOPs are torch's.
// REQUIRES: torch
// RUN: %autoscope_clangxx -std=c++17 -O0 %s -o %t %torch_flags
// RUN: %t own > %t.own && FileCheck --check-prefix=OWN --input-file %t.own %s
// RUN: env AUTOSCOPE_OPERATORS=1 AUTOSCOPE_SHAPES=1 AUTOSCOPE_FLOPS=1 %t profile %t.first.autoscope %t.second.autoscope
// RUN: env AUTOSCOPE_OPERATORS=1 %t both %t.beside.autoscope %t.torch.json && grep -q 'aten::addmm' %t.torch.json
// RUN: for i in first second beside; do %autoscope convert %t.$i.autoscope %t.json && %check_trace --finished-only %t.json && \
// RUN:   %python %S/Inputs/operators-of.py %t.json > %t.$i && diff %t.own %t.$i || exit 1; done
//      OWN: a block
// OWN-NEXT:   aten::conv2d
// OWN-NEXT:     aten::convolution
//      OWN: autograd::engine::evaluate_function: AddmmBackward0
// OWN-NEXT:   AddmmBackward0
// OWN-NEXT:     aten::
//      OWN: fails
//      OWN:   aten::mm
// OWN-NEXT: {{^}}aten::ones
//      OWN: {{^}}as in Python
//      OWN: {{^}}  aten::relu
// OWN-NEXT: {{^}}    aten::clamp_min
// OWN-NEXT: {{^}}aten::mean

// The sequence number links a node of the backward pass to its forward operator.
// RUN: %python %S/Inputs/operators-of.py %t.json --backward | FileCheck --check-prefix=BACKWARD %s
//      BACKWARD: SumBackward0 aten::sum
// BACKWARD-NEXT: AddmmBackward0 aten::addmm
//      BACKWARD: ReluBackward0 aten::relu
// BACKWARD-NEXT: ConvolutionBackward0 aten::convolution

// RUN: %autoscope dump --stable %t.second.autoscope > %t.dump && FileCheck --check-prefix=DUMP --strict-whitespace --input-file %t.dump %s
// DUMP:      {{^}}  Net::forward(at::Tensor) [Net] {{\[\[}}2, 3, 8, 8]] float{{$}}
// DUMP-NEXT: {{^}}    a block{{$}}
// DUMP-NEXT: {{^}}      torch::nn::Conv2dImpl::forward(const at::Tensor &) [Net.conv]{{$}}
// DUMP-NEXT: {{^}}        aten::conv2d {{\[\[}}2, 3, 8, 8], [4, 3, 3, 3], [4], [], [], [], []] float, float, float, -, -, -, Scalar flops=15552{{$}}
// DUMP-NEXT: {{^}}          aten::convolution {{\[\[}}2, 3, 8, 8], [4, 3, 3, 3], [4], {{[^=]*$}}
// DUMP:      {{^}}      torch::nn::LinearImpl::forward(const at::Tensor &) [Net.fc]{{$}}
// DUMP:      {{^        +}}aten::addmm {{\[\[}}5], [2, 144], [144, 5], [], []] float, float, float, Scalar, Scalar flops=2880{{$}}
// DUMP:      {{^}}  aten::cat {{\[\[}}[2, 2], [3, 2]], []] TensorList, Scalar{{$}}
// DUMP:      {{^}}    aten::mm {{\[\[}}2, 3], [2, 3]] float, float flops=24{{$}}

// A block that lies on the heap, as Python's do, opened deeper in the stack than what runs in it.
// DUMP:      {{^}}  detached{{$}}
// DUMP-NEXT: {{^}}    inner{{$}}
// DUMP-NEXT: {{^}}      aten::ones
// DUMP:      {{^}}    Net::forward(at::Tensor) [Net]
// DUMP-NEXT: {{^}}      a block{{$}}

// DUMP:      {{^}}  as in Python
// DUMP:      {{^}}    aten::relu
// DUMP:      {{^}}  aten::mean

// One that ends on another thread is not lost: it goes on where it began.
// RUN: env AUTOSCOPE_OPERATORS=1 %t moved %t.moved.autoscope 2>&1 | FileCheck --allow-empty --check-prefix=MOVED %s
// RUN: %autoscope dump --stable %t.moved.autoscope | FileCheck --check-prefix=MOVED-DUMP %s
// MOVED-NOT: lost
// MOVED-DUMP: thread main
// MOVED-DUMP-NEXT: moved
// MOVED-DUMP-NEXT: aten::ones

// The hierarchy of modules and its times do not know of operators.
// RUN: %autoscope tree %t.second.autoscope > %t.tree && FileCheck --check-prefix=TREE --implicit-check-not=aten --input-file %t.tree %s
// RUN: %autoscope convert %t.second.autoscope %t.json && %check_trace --agrees-with-tree %t.tree --modules 6 %t.json
// RUN: %autoscope report --group-by-module --limit -1 %t.second.autoscope > %t.table && %check_trace --agrees-with %t.table %t.json
// TREE: Net
// TREE: conv
// TREE: fc
#include "autoscope/profile.h"

#include <ATen/record_function.h>
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <torch/csrc/autograd/profiler.h>
#include <torch/torch.h>
#include <vector>

struct Net : torch::nn::Module {
  Net() {
    register_module("conv", conv);
    register_module("fc", fc);
  }
  torch::Tensor forward(torch::Tensor images) {
    RECORD_USER_SCOPE("a block");
    return fc(torch::relu(conv(images)).flatten(1));
  }
  torch::nn::Conv2d conv{torch::nn::Conv2dOptions(3, 4, 3)};
  torch::nn::Linear fc{4 * 6 * 6, 5};
};

[[gnu::noinline]] static std::unique_ptr<at::RecordFunction> openBlock(const char *name) {
  volatile char room[1 << 17];
  room[0] = 0;
  auto block = std::make_unique<at::RecordFunction>(at::RecordScope::USER_SCOPE);
  block->before(name);
  return block;
}

static c10::OperatorHandle operatorOf(const char *name) {
  return c10::Dispatcher::singleton().findSchemaOrThrow(name, "");
}

static void work() {
  static Net net;
  net.forward(torch::ones({2, 3, 8, 8})).sum().backward();
  torch::cat({torch::ones({2, 2}), torch::ones({3, 2})});
  try {
    RECORD_USER_SCOPE("fails");
    torch::mm(torch::ones({2, 3}), torch::ones({2, 3}));
  } catch (const c10::Error &) {
    torch::ones({2}).mul(2);
  }
  {
    std::unique_ptr<at::RecordFunction> block = openBlock("detached"), inner = openBlock("inner");
    torch::ones({2});
    inner.reset();
    net.forward(torch::ones({2, 3, 8, 8}));
  }
  torch::Tensor two = torch::ones({2});
  torch::jit::Stack block{"as in Python", c10::IValue()};
  operatorOf("profiler::_record_function_enter").callBoxed(&block);
  two.relu();
  operatorOf("profiler::_record_function_exit").callBoxed(&block);
  two.mean();
  std::thread([] { torch::ones({2}).add(1); }).join();
}

// What libtorch tells: by thread, how deep, which.
static std::mutex mutex;
static std::vector<std::vector<std::string>> threads;
static thread_local size_t thread, depth;

static std::unique_ptr<at::ObserverContext> begins(const at::RecordFunction &function) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!thread) {
    threads.emplace_back();
    thread = threads.size();
  }
  threads[thread - 1].push_back(std::string(2 * depth++, ' ') + function.name());
  return nullptr;
}
static void ends(const at::RecordFunction &, at::ObserverContext *) { --depth; }

static void record(const char *path) {
  autoscope::profile profile(path);
  work();
  profile.stop();
  torch::ones({7}).div(2);  // is in no profile
}

int main(int, char **argv) {
  torch::manual_seed(0);
  std::string way = argv[1];
  work();  // makes what is made once
  if (way == "own") {
    at::CallbackHandle handle = at::addGlobalCallback(at::RecordFunctionCallback(begins, ends));
    work();
    at::removeCallback(handle);
    for (const auto &lines : threads)
      for (const std::string &line : lines)
        std::puts(line.c_str());
  } else if (way == "profile") {
    record(argv[2]);
    record(argv[3]);
  } else if (way == "moved") {
    autoscope::profile profile(argv[2]);
    std::unique_ptr<at::RecordFunction> block = openBlock("moved");
    std::thread([&] { block.reset(); }).join();
    torch::ones({2});
  } else {
    torch::autograd::profiler::RecordProfile beside(argv[3]);
    record(argv[2]);
  }
}
