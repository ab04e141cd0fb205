// Trees of a profile: its modules by where they are in each other, or its functions by who called whom.
//
// Children are indented below their parent; the module tree also shows containers that were never called themselves.
// Takes a finished Profile and cannot fail.
#pragma once

#include "model/Profile.h"
#include "report/RowOrder.h"

#include <string>

namespace autoscope::report {

enum class TreeOf { Modules, Calls };

struct TreeOptions {
  TreeOf tree = TreeOf::Modules;
  SortKey sortBy = SortKey::first;
  uint32_t maxDepth = ~0u;  // levels shown
};

std::string formatTree(const model::Profile &profile, const TreeOptions &options);

}  // namespace autoscope::report
