// What libtorch's tensors take is told by device, now and at most, from the first call on and without a profile: the CPU's as the sum
// of what is allocated and freed on any thread that has run an operator, a device's as its allocator counts. A tensor that is older is
// not counted, nor its end. Beside a profile both have all.
// REQUIRES: torch, default-llvm
// RUN: %autoscope_clangxx -std=c++17 -O0 -I%source %s -o %t %torch_flags
// RUN: %t stats | FileCheck --match-full-lines %s
//      CHECK: none yet: cpu 0 of 0, process
// CHECK-NEXT: two: cpu 1280 of 1280, process
// CHECK-NEXT: one freed: cpu 256 of 1280, process
// CHECK-NEXT: on a thread: cpu 256 of 4352, process
// CHECK-NEXT: reset: cpu 256 of 256, process
// CHECK-NEXT: an older one freed: cpu 256 of 256, process
// CHECK-NEXT: beside a profile: cpu 256 of 656, process
// CHECK-NEXT: its row: 800 bytes
// CHECK-NEXT: behind it: cpu 656 of 656, process
// CHECK-NEXT: a device: cpu 656 of 656, cuda:0 1000 of 3000 in 4096 of 8192, cuda:1 5 of 5 in 7 of 7, process
// CHECK-NEXT: reset: cpu 656 of 656, cuda:0 1000 of 1000 in 4096 of 4096, cuda:1 5 of 5 in 7 of 7, process

// A thread that asks is heard, too, though it runs no operator.
// RUN: %t elsewhere | FileCheck --check-prefix=ELSEWHERE --match-full-lines %s
//      ELSEWHERE: made elsewhere: cpu 1024 of 1024, process
// ELSEWHERE-NEXT: freed here: cpu 0 of 1024, process

// From the start, with static objects, and at the very end.
// RUN: env AUTOSCOPE_MEMORY_STATS=- %t static 2>&1 | FileCheck --check-prefix=LINE %s
// LINE:      {{^}}static: cpu 64 of 64, process{{$}}
// LINE-NEXT: "memory_stats": [{"device": "cpu", "current_allocated": 0, "peak_allocated": 4064}, {"device": "process", "current_reserved": {{.*}}}]}

// Where torch's own profiler is told, we are not: no number rather than a wrong one.
// RUN: %t taken | FileCheck --check-prefix=TAKEN %s
// TAKEN: {{^}}torch's own profiler: cpu unknown, process{{$}}

// The snippet of docs/coming-from-torch-profiler.md.
// RUN: %t snippet | FileCheck --check-prefix=SNIPPET %s
// SNIPPET: {{^}}cpu took at most {{[1-9][0-9]+}} bytes of tensors
#include "docs/snippets/from-torch-peak.cpp"

#include "autoscope/profile.h"

#include <c10/core/Allocator.h>
#include <cstdio>
#include <string>
#include <thread>
#include <torch/csrc/autograd/profiler_kineto.h>

static std::string of(const std::optional<std::int64_t> &current, const std::optional<std::int64_t> &peak) {
  return current && peak ? std::to_string(*current) + " of " + std::to_string(*peak) : "unknown";
}

static void print(const char *when) {
  std::printf("%s:", when);
  const char *comma = " ";
  for (const autoscope::device_memory &each : autoscope::memory_stats()) {
    std::printf("%s%s", comma, each.device.c_str());
    comma = ", ";
    if (each.device == "process")
      continue;
    std::printf(" %s", of(each.current_allocated, each.peak_allocated).c_str());
    if (each.current_reserved || each.peak_reserved)
      std::printf(" in %s", of(each.current_reserved, each.peak_reserved).c_str());
  }
  std::puts("");
}

static torch::Tensor floats(int number) { return torch::empty({number}); }

static void tellOf(int index, std::int64_t bytes, std::size_t allocated, std::size_t reserved) {
  c10::reportMemoryUsageToProfiler(nullptr, bytes, allocated, reserved,
                                   c10::Device(c10::kCUDA, static_cast<c10::DeviceIndex>(index)));
}

static void stats() {
  torch::Tensor older = floats(1000);
  print("none yet");
  torch::Tensor one = floats(256), two = floats(64);
  print("two");
  one.reset();
  print("one freed");
  std::thread([] { torch::Tensor mine = floats(1024); }).join();
  print("on a thread");
  autoscope::reset_peak_memory_stats();
  print("reset");
  older.reset();
  print("an older one freed");
  autoscope::options options;
  options.profile_memory = true;
  autoscope::profile profile(options);
  {
    torch::Tensor inside = floats(100);
    inside.reset();
    print("beside a profile");
  }
  torch::Tensor stays = floats(100);
  profile.stop();
  for (const autoscope::FunctionEventAvg &row : profile.key_averages())
    if (row.key == "aten::empty")
      std::printf("its row: %ld bytes\n", static_cast<long>(row.cpu_memory_usage.value_or(-1)));
  print("behind it");
  tellOf(0, 3000, 3000, 8192);
  tellOf(0, -2000, 1000, 4096);
  tellOf(1, 5, 5, 7);
  print("a device");
  autoscope::reset_peak_memory_stats();
  print("reset");
}

static void elsewhere() {
  autoscope::memory_stats();
  torch::Tensor made;
  std::thread([&made] { made = floats(256); }).join();
  print("made elsewhere");
  made.reset();
  print("freed here");
}

static torch::Tensor &held() {
  static torch::Tensor tensor;
  return tensor;
}

static void taken() {
  namespace kineto = torch::autograd::profiler;
  kineto::ProfilerConfig config(kineto::ProfilerState::KINETO, /*report_input_shapes=*/false, /*profile_memory=*/true);
  std::set<kineto::ActivityType> activities{kineto::ActivityType::CPU};
  kineto::prepareProfiler(config, activities);
  kineto::enableProfiler(config, activities);
  autoscope::memory_stats();
  floats(10);
  kineto::disableProfiler();
  print("torch's own profiler");
}

int main(int, char **argv) {
  std::string way = argv[1];
  if (way == "stats") {
    stats();
  } else if (way == "static") {
    held() = floats(16);
    print("static");
    floats(1000);
    std::fflush(stdout);
  } else if (way == "elsewhere") {
    elsewhere();
  } else if (way == "taken") {
    taken();
  } else {
    torch::nn::Linear net(8, 4);
    peak_memory(net, torch::ones({4, 8}));
  }
}
