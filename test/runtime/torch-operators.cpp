// The operators that a profile has are those that a callback of at::RecordFunction is told of by libtorch: names, number, order and
// nesting, on each thread, through exceptions, the backward pass and blocks that the program names; beside torch's own profiler, too. A
// block that begins inside one operator and ends inside another, as Python's do, lasts as long as it does.
// They lie below the modules that run them, and their shapes and FLOPs are torch's.
// REQUIRES: torch, default-llvm
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

// The API has the events of torch's own profiler, which listens beside it, by name, input shapes and FLOPs; but an operator whose only
// child has its name is one event with it, as in Python's events().
// RUN: %t rows > %t.rows && FileCheck --check-prefix=ROWS --implicit-check-not='events:' --input-file %t.rows %s
//      ROWS: 1 of 2 events: aten::div_ {{\[\[}}], []]: 0 FLOPs
// ROWS-NEXT: 0 of 1 events: aten::mean {{\[\[}}2], [], [], []]: 0 FLOPs
// ROWS-NEXT: 1 of 2 events: aten::mul {{\[\[}}2], []]: 2 FLOPs
// ROWS-NEXT: 1 of 2 events: aten::sum {{\[\[}}2, 5], [], [], []]: 0 FLOPs
//      ROWS: row aten::conv2d {{\[\[}}2, 3, 8, 8], [4, 3, 3, 3], [4], [], [], [], []]: 2 calls, 31104 FLOPs{{$}}
//      ROWS: row autograd::engine::evaluate_function: AddmmBackward0 []: 1 calls, 0 FLOPs{{$}}
//      ROWS: row aten::mean {{\[\[}}2], []]: 1 calls, 0 FLOPs{{$}}

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
#include <torch/csrc/autograd/profiler_kineto.h>
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

// How many events of a name, input shapes and FLOPs.
using Told = std::map<std::string, long>;

static std::string told(const std::string &name, const std::string &shapes, uint64_t flops) {
  // Torch 1.13 does not tell the shapes of lists of tensors.
  return name + " " + (name == "aten::cat" ? "" : shapes) + ": " + std::to_string(flops) + " FLOPs";
}

static std::string textOf(c10::ArrayRef<std::vector<int64_t>> shapes) {
  std::string text = "[";
  for (const std::vector<int64_t> &shape : shapes) {
    text += text.size() > 1 ? ", [" : "[";
    for (size_t i = 0; i < shape.size(); ++i)
      text += (i ? ", " : "") + std::to_string(shape[i]);
    text += "]";
  }
  return text + "]";
}

static void compareRows() {
  namespace impl = torch::profiler::impl;
  impl::ProfilerConfig config(impl::ProfilerState::KINETO, /*report_input_shapes=*/true, /*profile_memory=*/false,
                              /*with_stack=*/false, /*with_flops=*/true);
  std::set<impl::ActivityType> activities{impl::ActivityType::CPU};
  torch::autograd::profiler::prepareProfiler(config, activities);
  torch::autograd::profiler::enableProfiler(config, activities);
  autoscope::options options;
  options.record_shapes = options.with_flops = true;
  autoscope::profile profile(options);
  work();
  profile.stop();
  std::unique_ptr<torch::autograd::profiler::ProfilerResult> theirs = torch::autograd::profiler::disableProfiler();

  Told ours, torchs;
  std::set<std::string> names;
  for (const auto &event : theirs->events()) {
    ++torchs[told(event.name(), event.hasShapes() ? textOf(event.shapes()) : "", event.flops())];
    names.insert(event.name());
  }
  autoscope::EventList events = profile.events();
  for (const autoscope::FunctionEvent &event : events)
    if (event.thread_id == events[0].thread_id && (names.count(event.name) || event.name.find("aten::") == 0))
      ++ours[told(event.name, event.input_shapes, event.flops)];
  for (const auto &event : ours)
    torchs[event.first];
  for (const auto &[text, number] : torchs)
    if (ours[text] != number)
      std::printf("%ld of %ld events: %s\n", ours[text], number, text.c_str());
  for (const autoscope::FunctionEventAvg &row : profile.key_averages(true))
    std::printf("row %s %s: %ld calls, %ld FLOPs\n", row.key.c_str(), row.input_shapes.c_str(), row.count,
                static_cast<long>(row.flops));
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
  } else if (way == "rows") {
    compareRows();
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
