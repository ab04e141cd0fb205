// The table that torch.profiler users know: one row per name, exclusive and inclusive time, calls.
//
// Same columns, widths, cuts, units and footer as torch's key_averages().table(); below its last line ours says how
// many rows were left out and what was lost, when anything was. Rows by module have a column for it, set like torch's
// for the source, if one of them ran in a module. Shapes and FLOPs have torch's columns where there are any. Without
// rows it is a sentence that says so. Takes a finished Profile and cannot fail.
#pragma once

#include "model/Profile.h"
#include "report/Numbers.h"
#include "report/RowOrder.h"

#include <optional>
#include <string>

namespace autoscope::report {

struct TableOptions {
  SortKey sortBy = SortKey::self_cpu_time_total;
  int64_t rowLimit = 100;                           // -1: all
  std::string allRowsBy = "--limit -1";             // what shows the rows beyond the limit
  std::optional<size_t> maxNameColumnWidth = 55;    // nothing: unlimited
  std::optional<size_t> maxModuleColumnWidth = 75;  // torch's for its source column
  size_t maxShapesColumnWidth = 80;
  TimeUnit timeUnit = TimeUnit::Automatic;
  std::string header;
};

// Empty when there is no row, as torch's is.
std::string formatTable(const model::Profile &profile, const TableOptions &options);

}  // namespace autoscope::report
