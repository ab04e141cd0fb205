// The table of torch.profiler, character for character for the same numbers.
//
// Pure: takes rows, returns text, down to the last newline; "" of no rows. Where torch slips we do not: with stacks and
// FLOPs its two last cells are swapped, and it stops where device time has no device row. A column is there if a row
// has something for it. Beyond torch: a value that is absent in a row is "-", and there are columns for modules,
// threads and the spread of calls.
#pragma once

#include "model/Averages.h"
#include "report/Numbers.h"
#include "report/TorchOrder.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace autoscope::report {

struct TorchTable {
  std::string sortBy;                                                     // of torchSortKeys(); empty: first call
  int64_t rowLimit = 100;                                                 // negative: all
  std::optional<size_t> srcWidth = 75, nameWidth = 55, shapesWidth = 80;  // nothing: unlimited
  std::optional<std::string> header;
  bool topLevelOnly = false;
  TimeUnit unit = TimeUnit::Automatic;
  MemoryUnits memoryUnits = MemoryUnits::Newest;
  std::string device = "CUDA";
  std::vector<std::string> columns;  // further ones, of torchColumns()
};

// An unknown key or column: "", and `error` is a sentence that names the valid ones; else `error` is left empty.
std::string formatTorchTable(const std::vector<model::Average> &rows, const TorchTable &table, std::string &error);

}  // namespace autoscope::report
