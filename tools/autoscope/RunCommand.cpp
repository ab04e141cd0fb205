// autoscope run: run a program with recording on and show its profile.
#include "ChildProcess.h"
#include "Command.h"
#include "Progress.h"
#include "SessionFolder.h"
#include "SiteList.h"
#include "TreeView.h"
#include "UnknownOption.h"

#include "config/Options.h"
#include "filter/SiteFilter.h"
#include "model/Profile.h"
#include "record/SessionWriter.h"
#include "report/Export.h"
#include "report/TableReport.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace autoscope::tool {

namespace {

namespace fs = std::filesystem;

constexpr const char *replacedVariables[] = {"AUTOSCOPE_OUTPUT", "AUTOSCOPE_REPORT"};

struct Options {
  std::string output, trace, filter;
  bool tree = false, quiet = false;
  bool shapes = false, flops = false, operators = false;
  report::TableOptions table;
  model::GroupBy groupBy = model::GroupBy::Overload;
  bool groupByModule = false, groupByShape = false;
  model::ModuleNames moduleNames = model::ModuleNames::Path;
  TreeView view;
  std::vector<std::string> program;
};

// out.json -> out.1234.json, for the processes after the first.
std::string withPid(const std::string &path, pid_t pid) {
  size_t name = path.rfind('/') + 1, dot = path.find('.', name + 1);
  if (dot == std::string::npos)
    dot = path.size();
  return path.substr(0, dot) + "." + std::to_string(pid) + path.substr(dot);
}

// Where the shell would find it.
std::string findProgram(const std::string &name) {
  if (name.find('/') != std::string::npos)
    return name;
  const char *path = std::getenv("PATH");
  std::string folders = path ? path : "";
  for (size_t begin = 0; begin <= folders.size();) {
    size_t end = std::min(folders.find(':', begin), folders.size());
    std::string candidate = folders.substr(begin, end - begin) + "/" + name;
    if (access(candidate.c_str(), X_OK) == 0)
      return candidate;
    begin = end + 1;
  }
  return name;
}

std::string whyNothing(const std::string &name) {
  SiteList list;
  if (list.open(findProgram(name)).empty() && !list.sites().empty())
    return name + " recorded nothing, though it is instrumented: it did not start the autoscope run time";
  return name + " recorded nothing, because it is not instrumented: compile it with autoscope-clang++ or the plugin";
}

class SessionOutput {
public:
  explicit SessionOutput(const Options &options) : options_(options) {}

  // False after an error, which has been printed.
  bool write(const FoundSession &found, bool first, bool several) {
    std::unique_ptr<record::SessionReader> session = openSession(found.path);
    if (!session)
      return false;
    bool good = true;
    model::ProfileOptions profileOptions;
    profileOptions.detail = model::Detail::Rows;
    profileOptions.groupBy = options_.groupBy;
    profileOptions.byModule = options_.groupByModule;
    profileOptions.byShape = options_.groupByShape;
    profileOptions.moduleNames = options_.moduleNames;
    TreeView view = options_.view;
    prepare(view, profileOptions);
    profileOptions.progress = Progress("reading " + found.path);
    model::Profile profile = model::buildProfile(*session, profileOptions);
    warnOfNothing(profile);
    if (!options_.quiet)
      good = show(profile, view, several ? "process " + std::to_string(found.pid) : std::string());
    if (!options_.trace.empty()) {
      good = produce(found, first ? options_.trace : withPid(options_.trace, found.pid)) && good;
    }
    if (!options_.output.empty()) {
      std::string path = first ? options_.output : withPid(options_.output, found.pid);
      bool asSession = report::outputKindOf(path) == report::OutputKind::Session;
      good = (asSession ? keep(found, *session, path) : produce(found, path)) && good;
    }
    return good;
  }

private:
  // What was asked for and did not come.
  void warnOfNothing(const model::Profile &profile) const {
    if (profile.rows.empty())
      return;
    if ((options_.shapes || options_.groupByShape) && profile.scopesWithShapes == 0)
      warn("no shapes were recorded: nothing that ran has an argument with a shape");
    auto has = [](const model::Row &row) { return row.flops != 0; };
    if (options_.flops && std::none_of(profile.rows.begin(), profile.rows.end(), has))
      warn("no FLOPs were recorded: nothing that ran says how many it does");
  }

  bool produce(const FoundSession &found, const std::string &path) const {
    report::ExportRequest request;
    request.sessionPath = found.path;
    request.outputPath = path;
    request.kind = *report::outputKindOf(path);
    request.sortBy = report::nameOf(options_.table.sortBy);
    request.groupBy = options_.groupBy;
    request.groupByModule = options_.groupByModule;
    request.groupByShape = options_.groupByShape;
    request.moduleNames = options_.moduleNames;
    request.progress = Progress("writing " + path);
    return report(report::exportSession(request));
  }

  static bool report(const std::string &error) {
    if (!error.empty())
      fail(error);
    return error.empty();
  }

  bool show(const model::Profile &profile, const TreeView &view, const std::string &heading) const {
    std::string text = heading.empty() ? "" : heading + ":\n";
    bool asTree = options_.tree && !profile.rows.empty();
    if (std::string error = asTree ? whyNoStep(view, profile) : ""; !error.empty())
      return report(heading.empty() ? error : heading + ": " + error);
    text += asTree ? report::formatTree(profile, view.tree) : report::formatTable(profile, options_.table);
    return print(text) == 0 || isOutputUnread();
  }

  static bool keep(const FoundSession &found, const record::SessionReader &session, const std::string &path) {
    if (!found.finished)
      return report(record::writeFinished(session, path));
    std::error_code error;
    fs::rename(found.path, path, error);
    return report(error ? "cannot write " + path + ": " + error.message() : std::string());
  }

  const Options &options_;
};

// Everything that can be known to go wrong with the results before the program runs. Empty, or one sentence.
std::string checkOutputs(const Options &options) {
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
std::string whyNot(const CLI::App &command, const Options &options) {
  std::optional<report::OutputKind> kind = report::outputKindOf(options.output);
  bool showsTable = !options.tree && !options.quiet;
  bool tables = showsTable || kind == report::OutputKind::Table;
  bool stacks = kind == report::OutputKind::Stacks;
  bool traces = !options.trace.empty() || kind == report::OutputKind::KinetoJson;
  struct {
    const char *name;
    bool works;
    const char *isFor;
  } const rules[] = {
      {"--group-by", tables || stacks, "is for tables and stacks"},
      {"--group-by-module", tables, "is for tables: a tree has all modules"},
      {"--group-by-input-shape", tables, "is for tables"},
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

// 0: the program ran, and how it ended is how we shall end.
int run(const CLI::App &command, const Options &options, ChildResult &child) {
  if (options.program.empty())
    return fail("no program given: autoscope run [options] -- PROGRAM [arguments]");
  if (std::string error = checkOutputs(options); !error.empty())
    return fail(error);
  if (std::string error = whyNot(command, options); !error.empty())
    return fail(error);
  model::ProfileOptions unused;
  TreeView view = options.view;
  if (std::string error = prepare(view, unused); !error.empty())
    return fail(error);
  // A bad value would leave the program unprofiled, which is known before it runs.
  config::ParsedOptions environment = config::parseOptions(std::getenv);
  if (!environment.error.empty())
    return fail(environment.error);
  std::string filter = options.filter.empty() ? environment.options.filter : options.filter;
  if (std::string error = filter.empty() ? "" : filter::SiteFilter().read(filter); !error.empty())
    return fail(error);
  for (const char *variable : replacedVariables)
    if (const char *value = std::getenv(variable); value && *value)
      warn(std::string(variable) + "=" + value + " is not used: the options of `autoscope run` are instead");
  // Beside the result, so that keeping it is a rename.
  SessionFolder folder;
  std::string parent = options.output.empty() ? "" : fs::path(options.output).parent_path().string();
  if (parent.empty() && !options.output.empty())
    parent = ".";
  if (std::string error = folder.create(parent); !error.empty())
    return fail(error);

  // Absolute, for programs that go elsewhere and start others.
  filter = filter.empty() ? "" : fs::absolute(filter).string();
  std::vector<std::string> variables = {"AUTOSCOPE_OUTPUT=" + folder.outputPattern(), "AUTOSCOPE_REPORT=none",
                                        "AUTOSCOPE_FILTER=" + filter};
  if (options.shapes || options.groupByShape)
    variables.emplace_back("AUTOSCOPE_SHAPES=1");
  if (options.flops)
    variables.emplace_back("AUTOSCOPE_FLOPS=1");
  if (options.operators)
    variables.emplace_back("AUTOSCOPE_OPERATORS=1");
  child = runChild(options.program, variables);
  if (!child.error.empty()) {
    fail(child.error);
    return child.startErrno == ENOENT ? 127 : 126;
  }
  std::vector<FoundSession> sessions = folder.sessions(child.pid);
  if (sessions.empty())
    warn(whyNothing(options.program[0]));
  SessionOutput output(options);
  bool good = true, first = true;
  for (const FoundSession &session : sessions) {
    if (session.recording) {
      warn("process " + std::to_string(session.pid) + " is still running: its session stays where it is written, " +
           session.path.substr(0, session.path.rfind('.')));
      folder.stay();
      continue;
    }
    good = output.write(session, first, sessions.size() > 1) && good;
    first = false;
  }
  return good || child.waitStatus != 0 ? 0 : failure;
}

}  // namespace

void addRunCommand(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("run", "Run a program and show its profile");
  auto options = std::make_shared<Options>();
  command
      ->add_option(
          "-o,--output", options->output,
          "Write the profile to this file; its end tells the format: .autoscope (session, which every command\n"
          "reads), .json and .json.gz (trace), .txt (table), .stacks or .folded (flame graph). Of several\n"
          "processes each after the first has its id before the end: app.PID.json. % stands for itself")
      ->check(notEmpty());
  command->add_option("--trace", options->trace, "Also write a trace: .json or .json.gz")->check(notEmpty());
  command
      ->add_option("--filter", options->filter,
                   "Record only the functions that this file of include and exclude rules admits (AUTOSCOPE_FILTER)")
      ->check(notEmpty());
  command->add_flag("--shapes", options->shapes, "Record the shapes and types of arguments (AUTOSCOPE_SHAPES)");
  command->add_flag("--flops", options->flops,
                    "Record the FLOPs of functions that say how many they are (AUTOSCOPE_FLOPS)");
  command->add_flag("--operators", options->operators,
                    "Record the operators that libtorch runs, aten::conv2d and others (AUTOSCOPE_OPERATORS)");
  CLI::Option *tree = command->add_flag("--tree", options->tree, "Show the module tree instead of the table");
  command->add_flag("--quiet", options->quiet, "Show neither, for use with --output or --trace")->excludes(tree);
  addSortOption(*command, options->table.sortBy);
  addGroupByOption(*command, options->groupBy);
  addGroupByModuleFlag(*command, options->groupByModule);
  addGroupByShapeFlag(*command, options->groupByShape);
  addModuleNamesOption(*command, options->moduleNames);
  for (CLI::Option *option : addTreeViewOptions(*command, options->view))
    option->needs(tree);
  command->add_option("--limit", options->table.rowLimit, "Rows shown; -1: all")->capture_default_str();
  command->prefix_command();
  command->footer("After the options: -- PROGRAM [ARGUMENTS]. The exit status, or signal, is the "
                  "program's.\n\nExample:\n  autoscope run -- ./app input.txt");
  command->callback([command, options, &invocation] {
    // Without `--` the program is the first word that is no option; a later `--` is the program's own.
    options->program = command->remaining();
    if (!options->program.empty() && options->program[0].rfind('-', 0) == 0) {
      invocation.status = fail(unknownOption(*command, options->program[0]));
      return;
    }
    const std::vector<std::string> &after = invocation.afterDashes;
    if (!after.empty())
      options->program.insert(options->program.end(), after.begin() + (options->program.empty() ? 1 : 0), after.end());
    // Not from within run(): a signal would leave its folder behind.
    ChildResult child;
    if (command->count("--sort"))
      options->view.tree.sortBy = options->table.sortBy;
    invocation.status = run(*command, *options, child);
    if (invocation.status == 0)
      invocation.status = exitLike(child);
  });
}

}  // namespace autoscope::tool
