// Two profiles row by row: what changed, what is new, what is gone, and whether it grew too much.
//
// Rows are the same if their texts are: name, shapes, module, thread, stack. Judged against a threshold are rows that
// both have, if they hold at least `leastShare` of all, and the total: a new row shows in the total, and so does what
// only moved from one function to another, which is no growth. From 0 on any amount is growth; of what is negative, as
// memory that was freed, growth is measured by its amount. Pure; what cannot be compared is an error, since an answer
// would be taken for one.
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
  std::string beforeName = "the first profile", afterName = "the second profile";  // for messages
};

struct Diff {
  std::string text;
  std::vector<std::string> grown;  // what is above the threshold; "total" is one
  std::string error;               // a metric that is unknown or was not recorded, or nothing to judge: a sentence
};

Diff diffOf(const std::vector<model::Average> &before, const std::vector<model::Average> &after,
            const DiffOptions &options = {});

}  // namespace autoscope::report
