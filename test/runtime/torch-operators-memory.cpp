// What tensors take is recorded as libtorch's allocators tell of it: of the innermost scope of the thread that allocates or frees,
// operator, block or function, also where an exception frees; outside of scopes, in one called [memory]. Total is own and callees'.
// A thread counts from its first operator on. Torch's own profiler keeps the allocations of its threads, and cannot start on one
// that tells us; after a profile of ours nothing of it is left on a thread.
// REQUIRES: torch, default-llvm
// RUN: %autoscope_clangxx -std=c++17 -O0 -I%source %s -o %t %torch_flags
// RUN: env AUTOSCOPE_OPERATORS=1 AUTOSCOPE_MEMORY=1 %t profile %t.autoscope 2>&1 | FileCheck --check-prefix=QUIET --allow-empty %s
// RUN: %autoscope dump --stable %t.autoscope > %t.dump && sed -n 's,^// DUMP: ,,p' %s | diff - %t.dump
// QUIET-NOT: autoscope:
// DUMP: thread main
// DUMP:   function()
// DUMP:     allocates
// DUMP:       aten::ones
// DUMP:         aten::empty memory=1024
// DUMP:         aten::fill_
// DUMP:     frees memory=-1024
// DUMP:   aten::empty memory=400
// DUMP:   aten::add_
// DUMP:   [memory] memory=-400
// DUMP:   hands over
// DUMP:     aten::empty memory=256
// DUMP:   throws memory=-64
// DUMP:     aten::ones
// DUMP:       aten::empty memory=64
// DUMP:       aten::fill_
// DUMP:     aten::mm
// DUMP:   aten::empty memory=32
// DUMP:   device memory=-4 device-memory=1024
// DUMP:     aten::empty memory=4
// DUMP: thread
// DUMP:   aten::empty memory=4
// DUMP:   [memory] memory=-4
// DUMP:   [memory] memory=-256
// DUMP: thread "PTThreadPool"
// DUMP:   [memory] memory=-32

// Nothing of it without being asked.
// RUN: env AUTOSCOPE_OPERATORS=1 %t profile %t.off.autoscope && %autoscope dump --stable %t.off.autoscope > %t.off
// RUN: sed -e 's/ [a-z-]*memory=.*//' -e '/PTThreadPool/d' -e '/^ *\[memory\]$/d' %t.dump > %t.names && diff %t.names %t.off
// RUN: %autoscope report %t.off.autoscope | FileCheck --check-prefix=OFF %s
// OFF-NOT: CPU Mem

// RUN: %t api 2>&1 | FileCheck --check-prefix=API %s
//      API: CPU Mem  Self CPU Mem      CUDA Mem  Self CUDA Mem    # of Calls
//      API: aten::ones: 1088 of it 0 own
// API-NEXT: aten::empty: 1784 of it 1784 own
// API-NEXT: frees: -1024 of it -1024 own, none of a device

// RUN: %t both 2>&1 | FileCheck --check-prefix=BOTH %s
// BOTH:      autoscope: memory was not recorded on every thread: torch's own profiler was running, and allocations are told to one
// BOTH-NEXT: torch's own: 400 bytes
// BOTH-NEXT: ours beside it: none
// BOTH-NEXT: ours: 800
// BOTH-NEXT: torch's afterwards: 400 bytes, on a thread 400 bytes
// BOTH-NEXT: torch's, started inside ours: {{.*}}already enabled
// BOTH-NOT:  autoscope:

// The snippet of docs/coming-from-torch-profiler.md.
// RUN: %t snippet | FileCheck --check-prefix=SNIPPET %s
// SNIPPET:     CPU Mem  Self CPU Mem    # of Calls
// SNIPPET:     {{^ +}}aten::addmm {{.*}} 64 B          64 B             1
// SNIPPET-DAG: {{^ +}}torch::nn::LinearImpl::forward{{.*}} 64 B           0 B             1
#include "docs/snippets/from-torch-memory.cpp"

#include "autoscope/profile.h"

#include <ATen/Parallel.h>
#include <ATen/record_function.h>
#include <c10/core/Allocator.h>
#include <cstdio>
#include <functional>
#include <future>
#include <string>
#include <thread>
#include <torch/csrc/autograd/profiler_kineto.h>
#include <torch/torch.h>

[[autoscope::scope]] static void function() {
  torch::Tensor held;
  {
    RECORD_USER_SCOPE("allocates");
    held = torch::ones({256});
  }
  RECORD_USER_SCOPE("frees");
  held.reset();
}

static void work() {
  function();
  torch::Tensor held = torch::empty({100});
  held.add_(held);
  held.reset();
  {
    RECORD_USER_SCOPE("hands over");
    held = torch::empty({64});
    std::thread([&] {
      torch::empty({1});
      held.reset();
    }).join();
  }
  try {
    RECORD_USER_SCOPE("throws");
    torch::Tensor wide = torch::ones({4, 4});
    torch::mm(wide, torch::Tensor());
  } catch (const std::exception &) {
  }
  held = torch::empty({8});
  std::promise<void> done;
  at::launch([&] {  // torch hands our state on to its threads
    held.reset();
    done.set_value();
  });
  done.get_future().wait();
  RECORD_USER_SCOPE("device");
  torch::Tensor small = torch::empty({1});
  c10::reportMemoryUsageToProfiler(nullptr, 2048, 0, 0, c10::Device(c10::kCUDA, 0));
  c10::reportMemoryUsageToProfiler(nullptr, -1024, 0, 0, c10::Device(c10::kCUDA, 0));
}

static void api() {
  autoscope::options options;
  options.profile_memory = true;
  autoscope::profile profile(options);
  work();
  profile.stop();
  autoscope::EventAverages rows = profile.key_averages();
  std::puts(rows.table().c_str());
  for (const char *name : {"aten::ones", "aten::empty", "frees"})
    for (const autoscope::FunctionEventAvg &row : rows)
      if (row.key == name)
        std::printf("%s: %ld of it %ld own%s\n", name, static_cast<long>(row.cpu_memory_usage.value_or(-1)),
                    static_cast<long>(row.self_cpu_memory_usage.value_or(-1)),
                    row.device_memory_usage == 0 ? ", none of a device" : "");
}

namespace kineto = torch::autograd::profiler;

// Bytes that torch's own profiler has of what is run.
static long torchs(const std::function<void()> &run) {
  kineto::ProfilerConfig config(kineto::ProfilerState::KINETO, /*report_input_shapes=*/false, /*profile_memory=*/true);
  std::set<kineto::ActivityType> activities{kineto::ActivityType::CPU};
  kineto::prepareProfiler(config, activities);
  kineto::enableProfiler(config, activities);
  run();
  long bytes = 0;
  std::unique_ptr<kineto::ProfilerResult> result = kineto::disableProfiler();
  for (const auto &event : result->events())
    bytes += event.nBytes() > 0 ? event.nBytes() : 0;
  return bytes;
}

static void allocate() { torch::empty({100}); }

static std::string ours(const std::function<void()> &run) {
  autoscope::options options;
  options.profile_memory = true;
  autoscope::profile profile(options);
  run();
  profile.stop();
  for (const autoscope::FunctionEventAvg &row : profile.key_averages())
    if (row.key == "aten::empty")
      return row.cpu_memory_usage ? std::to_string(*row.cpu_memory_usage) : "none";
  return "no row";
}

static void both() {
  setvbuf(stdout, nullptr, _IONBF, 0);
  std::string beside;
  std::printf("torch's own: %ld bytes\n", torchs([&] { beside = ours(allocate); }));
  std::printf("ours beside it: %s\n", beside.c_str());
  std::promise<void> runs, ran, isOver;
  long onThread = 0;
  std::thread other([&] {
    runs.get_future().wait();
    allocate();
    ran.set_value();
    isOver.get_future().wait();
    allocate();
    onThread = torchs(allocate);
  });
  std::string inside = ours([&] {
    allocate();
    runs.set_value();
    ran.get_future().wait();
  });
  std::printf("ours: %s\n", inside.c_str());
  isOver.set_value();
  other.join();
  std::printf("torch's afterwards: %ld bytes, on a thread %ld bytes\n", torchs(allocate), onThread);
  ours([] {
    allocate();
    try {
      torchs(allocate);
      std::puts("torch's, started inside ours: it did");
    } catch (const std::exception &error) {
      std::string what = error.what();
      std::printf("torch's, started inside ours: %s\n", what.substr(0, what.find('\n')).c_str());
    }
  });
}

int main(int, char **argv) {
  std::string way = argv[1];
  if (way == "profile") {
    autoscope::profile profile(argv[2]);
    work();
  } else if (way == "api") {
    api();
  } else if (way == "snippet") {
    torch::NoGradGuard noGradients;
    torch::nn::Linear net(8, 4);
    memory(net, torch::ones({4, 8}));
  } else {
    both();
  }
}
