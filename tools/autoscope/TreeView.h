// Which part of a tree is shown and how: the options that `tree` has, and `run` with --tree.
//
// addTreeViewOptions() declares them, prepare() turns what was given into the options of the profile and of the report,
// before a session is read, and whyNoStep() says after reading why there is nothing to show.
#pragma once

#include "model/Profile.h"
#include "report/TreeReport.h"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace autoscope::tool {

struct TreeView {
  report::TreeOptions tree;
  size_t nameWidth = 0;

  bool ofSteps() const { return tree.bySteps || tree.step; }
};

// The options that it has added.
std::vector<CLI::Option *> addTreeViewOptions(CLI::App &command, TreeView &view);
// Empty, or what does not fit together.
std::string prepare(TreeView &view, model::ProfileOptions &profile);
// Empty, or one sentence.
std::string whyNoStep(const TreeView &view, const model::Profile &profile);

}  // namespace autoscope::tool
