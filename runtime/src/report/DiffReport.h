// Two profiles row by row: what changed, what is new, what is gone, and whether it grew too much.
//
// Rows are the same if their texts are: name, shapes, module, thread, stack. Judged against a threshold are rows that
// both have, if they hold at least `leastShare` of all, and the total: a new row shows in the total, and so does what
// only moved from one function to another, which is no growth. Pure; cannot fail but for an unknown metric.
#pragma once

#include "model/Averages.h"
#include "report/Numbers.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace autoscope::report {

enum class DiffOrder { Change, Before, After, Name };

struct DiffOptions {
  std::string metric = "self_cpu_time_total";  // of torchSortKeys(), but `key`
  DiffOrder order = DiffOrder::Change;         // greatest first, a change by its amount; names from a to z
  int64_t rowLimit = 100;                      // negative: all
  std::optional<size_t> nameWidth = 55;
  TimeUnit unit = TimeUnit::Automatic;
  std::optional<double> threshold;  // 0.1: growth by more than a tenth is too much; none: nothing is
  double leastShare = 0.01;
};

struct Diff {
  std::string text;
  std::vector<std::string> grown;  // what is above the threshold; "total" is one
  std::string error;               // an unknown metric: a sentence, and no text
};

Diff diffOf(const std::vector<model::Average> &before, const std::vector<model::Average> &after,
            const DiffOptions &options = {});

}  // namespace autoscope::report
