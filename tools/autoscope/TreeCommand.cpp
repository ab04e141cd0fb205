// autoscope tree: the modules of a session below each other, or who called whom.
#include "Command.h"
#include "Progress.h"

#include "model/Profile.h"
#include "report/TreeReport.h"

namespace autoscope::tool {

namespace {

struct Options {
  std::string file;
  bool calls = false;
  report::TreeOptions tree;
  model::GroupBy groupBy = model::GroupBy::Overload;
};

int run(Options &options) {
  std::unique_ptr<record::SessionReader> session = openSession(options.file);
  if (!session)
    return failure;
  options.tree.tree = options.calls ? report::TreeOf::Calls : report::TreeOf::Modules;
  model::Profile profile = model::buildProfile(*session, options.calls ? model::Detail::Calls : model::Detail::Rows,
                                               Progress("reading " + options.file), options.groupBy);
  if (profile.rows.empty())
    return failWithoutScopes(options.file, profile);
  return print(report::formatTree(profile, options.tree));
}

}  // namespace

void addTreeCommand(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("tree", "Print the module tree, or the call tree, of a session");
  auto options = std::make_shared<Options>();
  command->add_option("FILE", options->file, "A session, finished or left behind by a killed process")
      ->required()
      ->check(notEmpty());
  command->add_flag("--calls", options->calls, "Functions by who called them, instead of modules");
  addSortOption(*command, options->tree.sortBy);
  addGroupByOption(*command, options->groupBy);
  command->add_option("--depth", options->tree.maxDepth, "Levels shown; all by default")->check(CLI::Range(1u, ~0u));
  command->footer("Example:\n  autoscope tree resnet.autoscope --depth 2");
  command->callback([options, &invocation] { invocation.status = run(*options); });
}

}  // namespace autoscope::tool
