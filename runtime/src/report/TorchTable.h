// The table of torch.profiler, character for character for the same numbers.
//
// Pure: takes rows, returns text; docs/coming-from-torch-profiler.md says where torch's slips are not copied.
#pragma once

#include "model/Averages.h"
#include "report/Numbers.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace autoscope::report {

struct TorchTable {
  std::string sortBy;                                                     // empty: order of the first call
  int64_t rowLimit = 100;                                                 // negative: all
  std::optional<size_t> srcWidth = 75, nameWidth = 55, shapesWidth = 80;  // nothing: unlimited
  std::optional<std::string> header;
  bool topLevelOnly = false;
  TimeUnit unit = TimeUnit::Automatic;
  bool newestUnits = true;  // of memory: "KB", not 1.13's "Kb"
  std::string device = "CUDA";
  std::vector<std::string> columns;  // further ones: p50 p90 p99 min max stddev
};

}  // namespace autoscope::report
