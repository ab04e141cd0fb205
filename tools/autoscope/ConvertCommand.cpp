// autoscope convert: a session as a trace, a table, a tree, stacks or another session file.
#include "Command.h"
#include "Progress.h"

#include "report/Export.h"

#include <algorithm>
#include <initializer_list>
#include <map>

namespace autoscope::tool {

namespace {

const std::map<std::string, report::OutputKind> &formats() {
  static const std::map<std::string, report::OutputKind> table = {
      {"kineto", report::OutputKind::KinetoJson}, {"session", report::OutputKind::Session},
      {"stacks", report::OutputKind::Stacks},     {"table", report::OutputKind::Table},
      {"tree", report::OutputKind::Tree},
  };
  return table;
}

struct Options {
  std::string input, output, format;
  model::GroupBy groupBy = model::GroupBy::Overload;
  model::ModuleNames moduleNames = model::ModuleNames::Path;
  bool groupByModule = false, groupByShape = false, withoutModules = false;
};

bool isOneOf(report::OutputKind kind, std::initializer_list<report::OutputKind> kinds) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

// Empty, or which option the format does not have.
std::string whyNot(const Options &options, report::OutputKind kind) {
  using report::OutputKind;
  if (options.groupBy != model::GroupBy::Overload && !isOneOf(kind, {OutputKind::Table, OutputKind::Stacks}))
    return "--group-by is for tables and stacks: the other formats keep every function apart";
  if (options.groupByModule && kind != OutputKind::Table)
    return "--group-by-module is for tables";
  if (options.groupByShape && kind != OutputKind::Table)
    return "--group-by-input-shape is for tables";
  if (options.withoutModules && !isOneOf(kind, {OutputKind::KinetoJson, OutputKind::Stacks}))
    return "--no-modules is for traces and stacks";
  if (options.moduleNames != model::ModuleNames::Path && kind == OutputKind::Session)
    return "--module-names is not for sessions, which hold the names themselves";
  if (options.moduleNames != model::ModuleNames::Path && kind == OutputKind::Table && !options.groupByModule)
    return "--module-names of a table needs --group-by-module";
  return {};
}

int run(const Options &options) {
  report::ExportRequest request;
  request.outputPath = options.output;
  if (!options.format.empty()) {
    request.kind = formats().at(options.format);
  } else if (std::optional<report::OutputKind> kind = report::outputKindOf(options.output)) {
    request.kind = *kind;
  } else {
    return fail(unknownEnding(options.output) + ", or say --format");
  }
  if (std::string error = whyNot(options, request.kind); !error.empty())
    return fail(error);
  request.groupBy = options.groupBy;
  request.groupByModule = options.groupByModule;
  request.groupByShape = options.groupByShape;
  request.moduleNames = options.moduleNames;
  request.showModules = !options.withoutModules;
  // Opened a second time by the export, which is quiet.
  std::unique_ptr<record::SessionReader> session = openSession(options.input);
  if (!session)
    return failure;
  request.sessionPath = session->path();
  session.reset();
  Progress progress("writing " + options.output);
  request.progress = progress;
  std::string error = report::exportSession(request);
  return error.empty() ? 0 : failOfOutput(options.output, error);
}

}  // namespace

void addConvertCommand(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("convert", "Write a session as a trace, table, tree, stacks or session");
  auto options = std::make_shared<Options>();
  command->add_option("IN", options->input, "A session, finished or left behind by a killed process")
      ->required()
      ->check(notEmpty());
  command
      ->add_option("OUT", options->output,
                   "The file to write, - for standard output; its end tells the format: .json and .json.gz (trace of\n"
                   "Perfetto, HTA, TensorBoard), .autoscope (session), .txt (table), .stacks or .folded (flame graph)")
      ->required()
      ->check(notEmpty());
  command->add_option("--format", options->format, "The format, whatever the name")->check(CLI::IsMember([] {
    std::vector<std::string> names;
    for (const auto &[name, kind] : formats())
      names.push_back(name);
    return names;
  }()));
  addGroupByOption(*command, options->groupBy);
  addGroupByModuleFlag(*command, options->groupByModule);
  addGroupByShapeFlag(*command, options->groupByShape);
  addModuleNamesOption(*command, options->moduleNames);
  command->add_flag("--no-modules", options->withoutModules,
                    "A trace without the rows of TensorBoard's module view; stacks without the frames of modules");
  command->footer("Example:\n  autoscope convert app.autoscope app.json.gz");
  command->callback([options, &invocation] { invocation.status = run(*options); });
}

}  // namespace autoscope::tool
