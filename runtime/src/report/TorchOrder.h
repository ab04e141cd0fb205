// What torch tables can be sorted by, and which columns they can have besides torch's: the names and their numbers.
//
// Pure functions of the tables in TorchSortKeys.def; for TorchTable and DiffReport.
#pragma once

#include "model/Averages.h"

#include <string>
#include <string_view>
#include <vector>

namespace autoscope::report {

// Greatest first; besides, cuda, xpu and privateuse1 in the place of device.
const std::vector<std::string> &torchSortKeys();

// By the key, ties in their order; an empty key leaves them. False: there is no such key.
bool orderRows(std::vector<const model::Average *> &rows, const std::string &sortBy);

// A number of a row.
struct Metric {
  enum class Unit { Microseconds, Nanoseconds, Bytes, Plain };
  const char *name;
  Unit unit;
  long double (*of)(const model::Average &);  // holds any 64-bit integer
  bool (*isKnown)(const model::Average &);    // else it was not recorded, and the number is 0
};
// By the names of torchSortKeys() but `key`. Null: there is none.
const Metric *metricOf(const std::string &key);
// Of any row.
bool isRecorded(const Metric &metric, const std::vector<model::Average> &rows);

struct SpreadColumn {
  std::string name, title;
  double (*ns)(const model::Spread &);
};

// The names of the columns.
const std::vector<std::string> &torchColumns();
// Null: there is no such column.
const SpreadColumn *spreadColumn(std::string_view name);

// torch's: 0 of no calls.
double averageUs(int64_t ns, uint64_t count);

// "unknown sort key 'x'; valid ones are a, b, c"
std::string unknownName(const char *what, std::string_view name, const std::vector<std::string> &valid);

}  // namespace autoscope::report
