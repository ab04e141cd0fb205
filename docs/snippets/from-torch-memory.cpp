// The memory snippet of docs/coming-from-torch-profiler.md, which test/runtime/torch-operators-memory.cpp compiles and runs.
#include <autoscope/profile.h>
#include <iostream>
#include <torch/torch.h>

static void memory(torch::nn::Linear &net, const torch::Tensor &inputs) {
  autoscope::options wanted;
  wanted.profile_memory = true;
  autoscope::profile prof(wanted);
  net->forward(inputs);
  prof.stop();
  autoscope::table_options rows;
  rows.sort_by = "self_cpu_memory_usage";
  rows.row_limit = 10;
  std::cout << prof.key_averages().table(rows);
}
