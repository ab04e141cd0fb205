// Trees of a profile: its modules by where they are in each other, or its functions by who called whom.
//
// Children are indented below their parent, each with its share of the parent's time, an outermost one with its share
// of all time in scopes. The module tree also shows containers that were never called themselves, with the time of what
// ran below them. By steps it shows the least, median and most time of each module in a step in which it ran. GPU time,
// memory and FLOPs have columns where there are any: a module has those of all that ran in it and below. Takes a
// finished Profile and cannot fail.
#pragma once

#include "model/Profile.h"
#include "report/RowOrder.h"

#include <optional>
#include <string>

namespace autoscope::report {

enum class TreeOf { Modules, Calls };

struct TreeOptions {
  TreeOf tree = TreeOf::Modules;
  SortKey sortBy = SortKey::first;
  uint32_t maxDepth = ~0u;             // levels shown
  std::optional<size_t> maxNameWidth;  // of names and their indentation; 10 characters of a name always remain
  bool localNames = false;             // of modules: `0`, not `layer1.0`
  model::ModuleNames moduleNames = model::ModuleNames::Path;
  bool bySteps = false;          // of modules, in a profile built by steps
  std::string stepFunction;      // what the user named as a step, for the text; empty: calls of outermost modules
  std::optional<uint32_t> step;  // the one that the profile was built of
};

std::string formatTree(const model::Profile &profile, const TreeOptions &options);

}  // namespace autoscope::report
