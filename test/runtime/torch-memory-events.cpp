// Each allocation of a tensor is an event [memory] of the trace, as torch's: inside the operator that allocates, with address, bytes and
// the device's totals, which agree with each other and with the memory of the scopes. export_memory_timeline has them over time, in
// torch's JSON forms. What cannot be written is refused.
// REQUIRES: torch, default-llvm
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %autoscope_clangxx -std=c++17 -O1 %s -o %t %torch_flags
// RUN: %t 2>&1 | FileCheck %s
//      CHECK: export_memory_timeline(m.html): there is no picture; write .json or .json.gz, or .raw.json.gz for HTA
// CHECK-NEXT: libtorch told of no tensor on cuda:1 in this window; of these devices it did: cpu, cuda:0
// CHECK-NEXT: export_memory_timeline() needs a profile with options.profile_memory = true
// CHECK-NOT:  {{.}}
// RUN: %check_trace trace.json && %python %S/Inputs/memory-events.py trace.json sizes.json raw.raw.json.gz | FileCheck --check-prefix=EVENTS %s
// Three tensors, of which one stays, and two numbers that are tensors for a moment.
// EVENTS:      device type 0: 9
// EVENTS-NEXT: device type 1: 2
// RUN: gzip -cd device.json.gz | FileCheck --check-prefix=DEVICE %s
// DEVICE: [0, 0, 0, 0, 0, 0, 0, 0, 500]]]
#include "autoscope/profile.h"

#include <c10/core/Allocator.h>
#include <cstdio>
#include <torch/torch.h>

template <class Call> static void refused(Call call) {
  try {
    call();
    std::puts("not refused");
  } catch (const autoscope::error &error) {
    std::puts(error.what());
  }
}

[[autoscope::scope]] static void work(torch::Tensor &kept) {
  {
    torch::Tensor gone = torch::empty({1000});
    kept = torch::ones({64});
  }
  kept.add_(1);
  torch::Tensor other = torch::empty({16});
  c10::reportMemoryUsageToProfiler(nullptr, 2000, 2000, 4096, c10::Device(c10::kCUDA, 0));
  c10::reportMemoryUsageToProfiler(nullptr, -1500, 500, 4096, c10::Device(c10::kCUDA, 0));
}

int main() {
  torch::Tensor kept;
  autoscope::options wanted;
  wanted.profile_memory = true;
  autoscope::profile prof(wanted);
  work(kept);
  prof.stop();
  prof.export_chrome_trace("trace.json");
  prof.export_memory_timeline("sizes.json");
  prof.export_memory_timeline("raw.raw.json.gz", "cpu");
  prof.export_memory_timeline("device.json.gz", "cuda:0");
  refused([&] { prof.export_memory_timeline("m.html"); });
  refused([&] { prof.export_memory_timeline("m.json", "cuda:1"); });
  autoscope::profile without;
  without.stop();
  refused([&] { without.export_memory_timeline("m.json"); });
}
