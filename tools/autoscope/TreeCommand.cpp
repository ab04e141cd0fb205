// autoscope tree: the modules of a session below each other, or who called whom.
#include "Command.h"
#include "Progress.h"

#include "filter/Glob.h"
#include "model/FunctionNames.h"
#include "model/Profile.h"
#include "report/TreeReport.h"

#include <algorithm>

namespace autoscope::tool {

namespace {

struct Options {
  std::string file;
  bool calls = false;
  report::TreeOptions tree;
  model::ProfileOptions profile;
};

// `train_step` is any function of that name, `app::train_step` and `train_step(int)` are narrower.
std::string chooseSteps(Options &options) {
  std::string why;
  const std::string &wanted = options.tree.stepFunction;
  std::optional<filter::Glob> glob = filter::Glob::parse(wanted, why);
  if (!glob)
    return "--step-function " + wanted + ": " + why;
  std::optional<filter::Glob> ofFunction = filter::Glob::parse(model::withoutBlanks(wanted), why);
  options.profile.isStep = [glob = *std::move(glob), ofFunction = std::move(ofFunction)](const record::SiteText &site) {
    if (glob.matches(site.name) || glob.matches(site.qualifiedName))
      return true;
    std::vector<std::string> spellings = model::spellingsOf(site);
    return ofFunction && std::any_of(spellings.begin(), spellings.end(),
                                     [&](const std::string &name) { return ofFunction->matches(name); });
  };
  return {};
}

// Those whose name holds the last word of what was asked for: `Net::forward` is near `app::Model::forward(int)`.
std::string nearFunctions(const std::string &wanted, const model::Profile &profile) {
  std::string_view name = std::string_view(wanted).substr(0, wanted.find('('));
  std::string_view word = model::withoutTemplateArguments(model::splitQualifiedName(name).second);
  word = word.substr(0, word.find_first_of("*?[\\"));
  constexpr size_t most = 3;
  std::string text;
  size_t count = 0;
  for (const model::Row &row : profile.rows) {
    if (word.empty() || row.name.find(word) == std::string::npos || ++count > most)
      continue;
    text += (text.empty() ? "" : ", ") + row.name;
  }
  if (count == 0)
    return "; `autoscope report` lists what did";
  return "; what did: " + text + (count > most ? " and " + std::to_string(count - most) + " more" : "");
}

std::string whyNoStep(const Options &options, const model::Profile &profile) {
  if (profile.steps.empty())
    return options.tree.stepFunction.empty()
               ? std::string("no module was entered, so there is no step: --step-function NAME says what is one")
               : "no step: no function called " + options.tree.stepFunction + " ran" +
                     nearFunctions(options.tree.stepFunction, profile);
  if (!options.tree.step)
    return {};
  uint32_t last = 0;
  for (const model::Step &step : profile.steps)
    last = std::max(last, step.number);
  return *options.tree.step <= last ? std::string()
                                    : "there is no step " + std::to_string(*options.tree.step) +
                                          ": they are counted from 0 to " + std::to_string(last);
}

int run(Options &options) {
  bool ofSteps = options.tree.bySteps || options.tree.step;
  if (!options.tree.stepFunction.empty()) {
    if (!ofSteps)
      return fail("--step-function says what a step is: add --by-step or --step N");
    if (std::string error = chooseSteps(options); !error.empty())
      return fail(error);
  }
  std::unique_ptr<record::SessionReader> session = openSession(options.file);
  if (!session)
    return failure;
  options.tree.tree = options.calls ? report::TreeOf::Calls : report::TreeOf::Modules;
  options.tree.moduleNames = options.profile.moduleNames;
  options.profile.detail = options.calls ? model::Detail::Calls : model::Detail::Rows;
  options.profile.bySteps = ofSteps;
  options.profile.onlyStep = options.tree.step;
  options.profile.progress = Progress("reading " + options.file);
  model::Profile profile = model::buildProfile(*session, options.profile);
  if (profile.rows.empty())
    return failWithoutScopes(options.file, profile);
  if (ofSteps)
    if (std::string error = whyNoStep(options, profile); !error.empty())
      return fail(error);
  return print(report::formatTree(profile, options.tree));
}

}  // namespace

void addTreeCommand(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("tree", "Print the module tree, or the call tree, of a session");
  auto options = std::make_shared<Options>();
  command->add_option("FILE", options->file, "A session, finished or left behind by a killed process")
      ->required()
      ->check(notEmpty());
  CLI::Option *calls = command->add_flag("--calls", options->calls, "Functions by who called them, instead of modules");
  addSortOption(*command, options->tree.sortBy);
  addGroupByOption(*command, options->profile.groupBy);
  addModuleNamesOption(*command, options->profile.moduleNames);
  command->add_option("--depth", options->tree.maxDepth, "Levels shown; all by default")->check(CLI::Range(1u, ~0u));
  CLI::Option *bySteps =
      command
          ->add_flag("--by-step", options->tree.bySteps,
                     "Least, median and most time of each module in a step in which it ran. A step is a call of\n"
                     "the outermost module of a thread")
          ->excludes(calls);
  command->add_option("--step", options->tree.step, "Only what ran in this step of each outermost module, from 0 on")
      ->excludes(calls)
      ->excludes(bySteps);
  command
      ->add_option(
          "--step-function", options->tree.stepFunction,
          "A step is an outermost call of this function instead, and what other threads run meanwhile:\n"
          "its name, with or without namespaces, classes and parameters; * and ? stand for any text and character")
      ->check(notEmpty());
  command->footer("Example:\n  autoscope tree resnet.autoscope --depth 2\n"
                  "  autoscope tree resnet.autoscope --by-step --step-function train_step");
  command->callback([options, &invocation] { invocation.status = run(*options); });
}

}  // namespace autoscope::tool
