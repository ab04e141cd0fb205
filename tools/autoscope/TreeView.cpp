#include "TreeView.h"

#include "Command.h"

#include "filter/Glob.h"
#include "model/FunctionNames.h"

#include <algorithm>

namespace autoscope::tool {

namespace {

// `train_step` is any function of that name, `app::train_step` and `train_step(int)` are narrower.
std::string chooseSteps(const std::string &wanted, model::ProfileOptions &profile) {
  std::string why;
  std::optional<filter::Glob> glob = filter::Glob::parse(wanted, why);
  if (!glob)
    return "--step-function " + wanted + ": " + why;
  std::optional<filter::Glob> ofFunction = filter::Glob::parse(model::withoutBlanks(wanted), why);
  profile.isStep = [glob = *std::move(glob), ofFunction = std::move(ofFunction)](const record::SiteText &site) {
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

}  // namespace

std::string prepare(TreeView &view, model::ProfileOptions &profile) {
  if (!view.tree.stepFunction.empty()) {
    if (!view.ofSteps())
      return "--step-function says what a step is: add --by-step or --step N";
    if (std::string error = chooseSteps(view.tree.stepFunction, profile); !error.empty())
      return error;
  }
  if (view.tree.localNames && profile.moduleNames == model::ModuleNames::Kineto)
    return "--local-names is for paths: Kineto's names are local";
  view.tree.maxNameWidth = view.nameWidth ? std::optional(view.nameWidth) : std::nullopt;
  view.tree.moduleNames = profile.moduleNames;
  profile.bySteps = view.ofSteps();
  profile.onlyStep = view.tree.step;
  return {};
}

std::string whyNoStep(const TreeView &view, const model::Profile &profile) {
  if (!view.ofSteps())
    return {};
  if (profile.steps.empty())
    return view.tree.stepFunction.empty()
               ? std::string("no module was entered, so there is no step: --step-function NAME says what is one")
               : "no step: no function called " + view.tree.stepFunction + " ran" +
                     nearFunctions(view.tree.stepFunction, profile);
  if (!view.tree.step)
    return {};
  uint32_t last = 0;
  for (const model::Step &step : profile.steps)
    last = std::max(last, step.number);
  return *view.tree.step <= last ? std::string()
                                 : "there is no step " + std::to_string(*view.tree.step) +
                                       ": they are counted from 0 to " + std::to_string(last);
}

std::vector<CLI::Option *> addTreeViewOptions(CLI::App &command, TreeView &view) {
  CLI::Option *depth = command.add_option("--depth", view.tree.maxDepth, "Levels of the tree shown; all by default")
                           ->check(CLI::Range(1u, ~0u));
  CLI::Option *nameWidth =
      command
          .add_option("--name-width", view.nameWidth,
                      "Where names of the tree are cut, with their indentation, from 10 on; 0: nowhere")
          ->check(wideEnough())
          ->capture_default_str();
  CLI::Option *local = command.add_flag("--local-names", view.tree.localNames,
                                        "Modules by their name in the module above, 0, not by their path, layer1.0");
  CLI::Option *bySteps =
      command.add_flag("--by-step", view.tree.bySteps,
                       "Least, median and most time of each module in a step in which it ran. A step is a call of\n"
                       "the outermost module of a thread");
  CLI::Option *step =
      command.add_option("--step", view.tree.step, "Only what ran in this step of each outermost module, from 0 on")
          ->excludes(bySteps);
  CLI::Option *function =
      command
          .add_option(
              "--step-function", view.tree.stepFunction,
              "A step is an outermost call of this function instead, and what other threads run meanwhile:\n"
              "its name, with or without namespaces, classes and parameters; * and ? stand for any text and character")
          ->check(notEmpty());
  return {depth, nameWidth, local, bySteps, step, function};
}

}  // namespace autoscope::tool
