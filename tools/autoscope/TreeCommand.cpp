// autoscope tree: the modules of a session below each other, or who called whom.
#include "Command.h"
#include "Progress.h"
#include "TreeView.h"

namespace autoscope::tool {

namespace {

struct Options {
  std::string file;
  bool calls = false;
  TreeView view;
  model::ProfileOptions profile;
};

int run(Options &options) {
  if (std::string error = prepare(options.view, options.profile); !error.empty())
    return fail(error);
  std::unique_ptr<record::SessionReader> session = openSession(options.file);
  if (!session)
    return failure;
  options.view.tree.tree = options.calls ? report::TreeOf::Calls : report::TreeOf::Modules;
  options.profile.detail = options.calls ? model::Detail::Calls : model::Detail::Rows;
  options.profile.progress = Progress("reading " + options.file);
  model::Profile profile = model::buildProfile(*session, options.profile);
  if (profile.rows.empty())
    return failWithoutScopes(options.file, profile);
  if (std::string error = whyNotCompensated(options.file, options.profile.compensate, profile); !error.empty())
    return fail(error);
  if (std::string error = whyNoStep(options.view, profile); !error.empty())
    return fail(error);
  return print(report::formatTree(profile, options.view.tree));
}

}  // namespace

void addTreeCommand(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("tree", "Print the module tree, or the call tree, of a session");
  auto options = std::make_shared<Options>();
  command->add_option("FILE", options->file, "A session, finished or left behind by a killed process")
      ->required()
      ->check(notEmpty());
  CLI::Option *calls = command->add_flag("--calls", options->calls, "Functions by who called them, instead of modules");
  addSortOption(*command, options->view.tree.sortBy);
  addGroupByOption(*command, options->profile.groupBy)->needs(calls);
  addModuleNamesOption(*command, options->profile.moduleNames)->excludes(calls);
  addTreeViewOptions(*command, options->view);
  for (const char *ofModules : {"--by-step", "--step", "--local-names"})
    command->get_option(ofModules)->excludes(calls);
  CLI::Option *compensate = addCompensateFlag(*command, options->profile.compensate);
  for (const char *ofSteps : {"--by-step", "--step"})
    command->get_option(ofSteps)->excludes(compensate);
  command->footer("Example:\n  autoscope tree resnet.autoscope --depth 2\n"
                  "  autoscope tree resnet.autoscope --by-step --step-function train_step");
  command->callback([options, &invocation] { invocation.status = run(*options); });
}

}  // namespace autoscope::tool
