#include "SessionOutput.h"

#include "Command.h"
#include "Progress.h"

#include "record/SessionInfo.h"
#include "record/SessionWriter.h"
#include "report/Export.h"
#include "report/LeakReport.h"

#include <algorithm>
#include <exception>

namespace autoscope::tool {

namespace {

// out.json -> out.1234.json, for the sessions after the first.
std::string withTag(const std::string &path, const std::string &tag) {
  size_t name = path.rfind('/') + 1, dot = path.find('.', name + 1);
  if (dot == std::string::npos)
    dot = path.size();
  return path.substr(0, dot) + "." + tag + path.substr(dot);
}

bool told(const std::string &error) {
  if (!error.empty())
    fail(error);
  return error.empty();
}

bool keep(const FoundSession &found, const record::SessionReader &session, const std::string &path) {
  if (!found.finished)
    return told(record::writeFinished(session, path));
  return told(moveFile(found.path, path));
}

// Everything that can be known to go wrong with the results before the program runs. Empty, or one sentence.
std::string checkOutputs(const OutputOptions &options) {
  if (!options.output.empty() && !report::outputKindOf(options.output))
    return unknownEnding(options.output);
  if (!options.trace.empty() && report::outputKindOf(options.trace) != report::OutputKind::KinetoJson)
    return "--trace " + options.trace + " is no name of a trace: let it end in .json or .json.gz";
  for (const std::string &path : {options.output, options.trace})
    if (std::string error = path.empty() ? "" : whyNotWritable(path); !error.empty())
      return error;
  return {};
}

// Empty, or which option changes nothing that is shown or written.
std::string whyNot(const CLI::App &command, const OutputOptions &options) {
  std::optional<report::OutputKind> kind = report::outputKindOf(options.output);
  bool showsTable = !options.tree && !options.quiet;
  bool tables = showsTable || kind == report::OutputKind::Table;
  bool stacks = kind == report::OutputKind::Stacks;
  bool traces = !options.trace.empty() || !options.folder.empty() || kind == report::OutputKind::KinetoJson;
  struct {
    const char *name;
    bool works;
    const char *isFor;
  } const rules[] = {
      {"--group-by", tables || stacks, "is for tables and stacks"},
      {"--group-by-module", tables, "is for tables: a tree has all modules"},
      {"--group-by-input-shape", tables, "is for tables"},
      {"--compensate", tables || !options.quiet, "is for tables and trees"},
      {"--limit", showsTable, "is for the table that is shown"},
      {"--sort", tables || !options.quiet, "is for tables and trees"},
      {"--module-names", (options.tree && !options.quiet) || (tables && options.groupByModule) || stacks || traces,
       "is for trees, traces, stacks and tables with --group-by-module"},
  };
  for (const auto &rule : rules)
    if (command.count(rule.name) && !rule.works)
      return std::string(rule.name) + " " + rule.isFor;
  return {};
}

}  // namespace

namespace {

// In the names of files; empty: nothing.
std::string tagged(const std::string &path, const FoundSession &found, bool first) {
  if (first && !found.cycle)
    return path;
  return withTag(path, first ? std::to_string(found.cycle) : found.tag);
}

std::string headingOf(const FoundSession &found) {
  std::string cycle = found.cycle ? ", cycle " + std::to_string(found.cycle) : "";
  return "process " + (found.cycle ? std::to_string(found.pid) : found.tag) + cycle;
}

}  // namespace

// As AUTOSCOPE_OUTPUT_DIR has it. Another process of the same rank, as a helper, has its id in the name.
std::string SessionOutput::traceOfRank(const FoundSession &found, const record::SessionReader &session) {
  std::string rank(session.names().info(record::infoKey::rank));
  std::string path = options_.folder + "/profile_" + (rank.empty() ? "0" : rank);
  std::string cycle = found.cycle ? "." + std::to_string(found.cycle) : "";
  if (!ofRanks_.insert(path + cycle).second)
    path += "." + std::to_string(found.pid);
  return path + cycle + ".json";
}

bool SessionOutput::write(const FoundSession &found, bool first, bool several) {
  try {
    return writeOrThrow(found, first, several);
  } catch (const std::exception &error) {
    return told("cannot show " + found.path + ": " + error.what());
  }
}

bool SessionOutput::writeOrThrow(const FoundSession &found, bool first, bool several) {
  std::unique_ptr<record::SessionReader> session = openSession(found.path);
  if (!session)
    return false;
  wasWhole_ = !session->damage().any();
  bool good = true;
  model::ProfileOptions profileOptions;
  profileOptions.detail = model::Detail::Rows;
  profileOptions.groupBy = options_.groupBy;
  profileOptions.byModule = options_.groupByModule;
  profileOptions.byShape = options_.groupByShape;
  profileOptions.moduleNames = options_.moduleNames;
  profileOptions.compensate = options_.compensate;
  TreeView view = options_.view;
  prepare(view, profileOptions);
  profileOptions.progress = Progress("reading the session");
  model::Profile profile = model::buildProfile(*session, profileOptions);
  warnOfNothing(profile);
  if (!options_.quiet)
    good = show(profile, view, several ? headingOf(found) : std::string(), leaksOf(*session));
  if (!options_.folder.empty())
    good = produce(found, traceOfRank(found, *session)) && good;
  if (!options_.trace.empty()) {
    good = produce(found, tagged(options_.trace, found, first)) && good;
  }
  if (!options_.output.empty()) {
    std::string path = tagged(options_.output, found, first);
    bool asSession = report::outputKindOf(path) == report::OutputKind::Session;
    good = (asSession ? keep(found, *session, path) : produce(found, path)) && good;
  }
  return good;
}

std::string SessionOutput::leaksOf(const record::SessionReader &session) const {
  if (!options_.leaks)
    return {};
  if (!model::keepsLiveBlocks(session.names()))
    return "What was never freed is not known: the process was killed, or nothing tells of its malloc\n";
  report::LeakOptions shown;
  shown.rowLimit = options_.table.rowLimit;
  shown.maxNameWidth = options_.table.maxNameColumnWidth;
  return "\n" + report::formatLeaks(model::leaksOf(session.names(), options_.groupBy), shown);
}

// What was asked for and did not come.
void SessionOutput::warnOfNothing(const model::Profile &profile) const {
  if (profile.rows.empty())
    return;
  if (std::string why = whyNotCompensated("the session", options_.compensate, profile); !why.empty())
    warn(why);
  if ((options_.shapes || options_.groupByShape) && profile.scopesWithShapes == 0)
    warn("no shapes were recorded: nothing that ran has an argument with a shape");
  auto has = [](const model::Row &row) { return row.flops != 0; };
  if (options_.flops && std::none_of(profile.rows.begin(), profile.rows.end(), has))
    warn("no FLOPs were recorded: nothing that ran says how many it does");
  if (options_.memory && !profile.hasUsage.cpu && !profile.hasUsage.device)
    warn(options_.operators ? "no memory was recorded: no tensor was allocated or freed where libtorch tells of it"
                            : "no memory was recorded: nothing was allocated or freed, or nothing told of it");
}

bool SessionOutput::produce(const FoundSession &found, const std::string &path) const {
  report::ExportRequest request;
  request.sessionPath = found.path;
  request.outputPath = path;
  request.kind = *report::outputKindOf(path);
  request.sortBy = report::nameOf(options_.table.sortBy);
  request.groupBy = options_.groupBy;
  request.groupByModule = options_.groupByModule;
  request.groupByShape = options_.groupByShape;
  request.compensate = options_.compensate;
  request.moduleNames = options_.moduleNames;
  request.progress = Progress("writing " + path);
  request.mostMegabytes = options_.mostMegabytes;
  return told(report::exportSession(request));
}

bool SessionOutput::show(const model::Profile &profile, const TreeView &view, const std::string &heading,
                         const std::string &leaks) const {
  std::string text = heading.empty() ? "" : heading + ":\n";
  bool asTree = options_.tree && !profile.rows.empty();
  if (std::string error = asTree ? whyNoStep(view, profile) : ""; !error.empty())
    return told(heading.empty() ? error : heading + ": " + error);
  text += asTree ? report::formatTree(profile, view.tree) : report::formatTable(profile, options_.table);
  text += leaks;
  return print(text) == 0 || isOutputUnread();
}

std::string whyNoOutput(const CLI::App &command, OutputOptions &options) {
  if (std::string error = checkOutputs(options); !error.empty())
    return error;
  if (std::string error = whyNot(command, options); !error.empty())
    return error;
  if (command.count("--sort"))
    options.view.tree.sortBy = options.table.sortBy;
  model::ProfileOptions unused;
  TreeView view = options.view;
  return prepare(view, unused);
}

std::vector<std::string> recordingVariables(const OutputOptions &options) {
  std::vector<std::string> variables;
  if (options.shapes || options.groupByShape)
    variables.emplace_back("AUTOSCOPE_SHAPES=1");
  if (options.flops)
    variables.emplace_back("AUTOSCOPE_FLOPS=1");
  if (options.operators)
    variables.emplace_back("AUTOSCOPE_OPERATORS=1");
  if (options.memory)
    variables.emplace_back("AUTOSCOPE_MEMORY=1");
  if (options.leaks)
    variables.emplace_back("AUTOSCOPE_LEAKS=1");
  if (options.gpu)
    variables.emplace_back("AUTOSCOPE_GPU=1");
  return variables;
}

void addOutputOptions(CLI::App &command, OutputOptions &options) {
  command
      .add_option("-o,--output", options.output,
                  "Write the profile to this file; its end tells the format: .autoscope (session, which every command\n"
                  "reads), .json and .json.gz (trace), .txt (table), .stacks or .folded (flame graph). Of several\n"
                  "processes each after the first has its id before the end: app.PID.json. % stands for itself")
      ->check(notEmpty());
  command.add_option("--trace", options.trace, "Also write a trace: .json or .json.gz")->check(notEmpty());
  command.add_flag("--shapes", options.shapes, "Record the shapes and types of arguments (AUTOSCOPE_SHAPES)");
  command.add_flag("--flops", options.flops,
                   "Record the FLOPs of functions that say how many they are (AUTOSCOPE_FLOPS)");
  command.add_flag("--operators", options.operators,
                   "Record the operators that libtorch runs, aten::conv2d and others (AUTOSCOPE_OPERATORS)");
  command.add_flag(
      "--memory", options.memory,
      "Record what scopes allocate and free: by malloc and new, or with --operators of libtorch's tensors\n"
      "(AUTOSCOPE_MEMORY)");
  command
      .add_flag("--leaks", options.leaks,
                "Show what was allocated and never freed, by function and module, below the table: records malloc and\n"
                "new, and who allocated each block (AUTOSCOPE_LEAKS)")
      ->excludes("--operators");
  command.add_flag("--gpu", options.gpu,
                   "Record what NVIDIA GPUs do, with the scopes that launched it (AUTOSCOPE_GPU)");
  CLI::Option *tree = command.add_flag("--tree", options.tree, "Show the module tree instead of the table");
  command.add_flag("--quiet", options.quiet, "Show neither, for use with --output or --trace")->excludes(tree);
  addSortOption(command, options.table.sortBy,
                "; `autoscope report FILE` sorts by memory, GPU time and percentiles, too");
  addGroupByOption(command, options.groupBy);
  addGroupByModuleFlag(command, options.groupByModule);
  addGroupByShapeFlag(command, options.groupByShape);
  addModuleNamesOption(command, options.moduleNames);
  for (CLI::Option *option : addTreeViewOptions(command, options.view))
    if (option->get_name() != "--step-function")  // which needs others that need it, or says what is recorded
      option->needs(tree);
  CLI::Option *compensate = addCompensateFlag(command, options.compensate);
  for (const char *ofSteps : {"--by-step", "--step"})
    command.get_option(ofSteps)->excludes(compensate);
  command.add_option("--limit", options.table.rowLimit, "Rows shown; -1: all")->capture_default_str();
}

}  // namespace autoscope::tool
