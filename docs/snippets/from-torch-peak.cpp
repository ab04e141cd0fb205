// The snippet on peak memory of docs/coming-from-torch-profiler.md, which test/runtime/torch-memory-stats.cpp compiles and runs.
#include <autoscope/memory.h>
#include <iostream>
#include <torch/torch.h>

static void peak_memory(torch::nn::Linear &net, const torch::Tensor &inputs) {
  autoscope::reset_peak_memory_stats();
  for (int step = 0; step < 3; ++step)
    net->forward(inputs).sum().backward();
  for (const autoscope::device_memory &each : autoscope::memory_stats())
    if (each.peak_allocated)
      std::cout << each.device << " took at most " << *each.peak_allocated << " bytes of tensors\n";
}
