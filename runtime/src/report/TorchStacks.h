// torch.profiler's export_stacks: one line for each event, frames from the root, and a whole number of microseconds.
//
// "main.cpp(3):_main();net.cpp(12):_Net::forward 1234". Events without a frame, or below a microsecond, have no line.
// Blanks, tabs, line ends and semicolons in a frame are "_". Other than Stacks.h, it sums nothing up.
#pragma once

#include "model/Events.h"
#include "report/OutputStream.h"

#include <string>
#include <vector>

namespace autoscope::report {

// What a line can say: self_cpu_time_total, self_cuda_time_total and the like.
const std::vector<std::string> &stackMetrics();

// Empty, or a sentence that names the valid metrics; then nothing was written. What goes wrong with the output, it
// keeps.
std::string writeTorchStacks(const std::vector<model::Event> &events, const std::string &metric, OutputStream &out);

}  // namespace autoscope::report
