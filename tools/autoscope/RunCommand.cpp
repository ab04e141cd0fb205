// autoscope run: run a program with recording on and show its profile.
#include "ChildProcess.h"
#include "Command.h"
#include "HeapLibrary.h"
#include "SessionFolder.h"
#include "SessionOutput.h"
#include "SiteList.h"
#include "UnknownOption.h"

#include "config/Options.h"
#include "filter/SiteFilter.h"
#include "filter/SnapshotRules.h"
#include "filter/StepRules.h"
#include "report/PathEnd.h"

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
  OutputOptions output;
  std::string filter, snapshotWhen;
  std::string config, schedule, stepFunction, within, emit, memoryStats;
  bool flightRecorder = false;
  std::vector<std::string> program;
};

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

// Empty, or what would leave the program unprofiled.
std::string whyNoSnapshots(const Options &options, const config::Options &environment) {
  if (!options.snapshotWhen.empty() || environment.snapshotWhen.empty())
    return {};
  if (std::string error = filter::SnapshotRules().read(environment.snapshotWhen); !error.empty())
    return "AUTOSCOPE_SNAPSHOT_WHEN: " + error;
  if (!options.flightRecorder && environment.overflow != "newest")
    return "AUTOSCOPE_SNAPSHOT_WHEN needs a flight recorder: add --flight-recorder";
  return {};
}

// What the options say of steps and other tools, as settings of the program's environment.
std::vector<std::string> optionVariables(const Options &options) {
  std::vector<std::string> variables;
  const std::pair<const char *, const std::string &> given[] = {{"AUTOSCOPE_CONFIG=", options.config},
                                                                {"AUTOSCOPE_SCHEDULE=", options.schedule},
                                                                {"AUTOSCOPE_STEP_FUNCTION=", options.stepFunction},
                                                                {"AUTOSCOPE_WITHIN=", options.within},
                                                                {"AUTOSCOPE_EMIT=", options.emit}};
  for (const auto &[variable, value] : given)
    if (!value.empty())
      variables.push_back(variable + value);
  // Absolute, as the program may go elsewhere and start others; else a file's name stays what it is.
  if (std::error_code error; !options.config.empty() && fs::is_regular_file(options.config, error))
    variables[0] = "AUTOSCOPE_CONFIG=" + fs::absolute(options.config).string();
  if (!options.memoryStats.empty())
    variables.push_back("AUTOSCOPE_MEMORY_STATS=" + (options.memoryStats == "-"
                                                         ? options.memoryStats
                                                         : fs::absolute(options.memoryStats).string()));
  return variables;
}

// Without a tree, or with a schedule, --step-function says what is recorded, and not only what a tree shows.
void takeStepFunction(Options &options) {
  const char *schedule = std::getenv("AUTOSCOPE_SCHEDULE");
  std::string &shown = options.output.view.tree.stepFunction;
  if (options.output.tree && options.schedule.empty() && options.config.empty() && !(schedule && *schedule))
    return;
  options.stepFunction = shown;
  if (!options.output.view.ofSteps())
    shown.clear();
}

// Empty, or one sentence.
std::string makeFolder(const std::string &folder) {
  std::error_code error;
  if (!folder.empty() && !fs::is_directory(folder, error) && !fs::create_directories(folder, error))
    return "the folder " + folder + " cannot be made: " + (error ? error.message() : "it is there, and no folder");
  return {};
}

CLI::Validator snapshotRules() {
  auto check = [](std::string &text) {
    filter::SnapshotRules rules;
    std::string error = rules.read(text);
    return error.empty() && rules.empty() ? "there is no rule, as 'Server::handle > 5ms'" : error;
  };
  return CLI::Validator(check, "");
}

// app.json.gz -> app
std::string withoutEnding(std::string output) {
  if (report::endsWith(output, ".json.gz"))
    output.resize(output.size() - 3);
  return output.substr(0, output.find_last_of('.'));
}

std::string whyNothing(const std::string &name) {
  SiteList list;
  if (list.open(findProgram(name)).empty() && !list.sites().empty())
    return name + " recorded nothing, though it is instrumented: it did not start the autoscope run time";
  return name + " recorded nothing, because it is not instrumented: compile it with autoscope-clang++ or the plugin";
}

// Of snapshots without an output to lie beside: in the working directory, after the program.
std::string snapshotBase(const Options &options) {
  return fs::path(options.program[0]).filename();
}

// False after an error, which has been printed; what it is about stays in the folder.
bool keepResults(const Options &options, const SessionFolder &folder, pid_t first, const std::string &snapshots,
                 bool hasSteps) {
  bool good = true, isFirst = true;
  std::vector<FoundSession> sessions = folder.sessions(first);
  if (sessions.empty())
    warn(hasSteps ? options.program[0] + " recorded nothing: no step or call that is to be recorded was reached"
                  : whyNothing(options.program[0]));
  for (const MovedFile &snapshot : folder.keepSnapshots(sessions.empty() ? first : sessions[0].pid, snapshots)) {
    warn(snapshot.error.empty() ? "a snapshot is kept as " + snapshot.path : snapshot.error);
    good = good && snapshot.error.empty();
  }
  SessionOutput result(options.output);
  pid_t shown = 0;  // the first process
  for (const FoundSession &session : sessions) {
    if (session.recording) {
      warn("process " + std::to_string(session.pid) + " is still running: its session stays where it is written, " +
           session.path.substr(0, session.path.rfind('.')));
      continue;
    }
    isFirst = isFirst || (session.cycle != 0 && session.pid == shown);
    shown = isFirst ? session.pid : shown;
    if (result.write(session, isFirst, sessions.size() > 1)) {
      if (session.finished || result.wasWhole())
        folder.remove(session);
      else
        warn(session.path + " stays, since not all of it could be read");
    } else {
      warn("the session is kept as " + session.path);
      good = false;
    }
    isFirst = false;
  }
  return good;
}

// 0: the program ran, and how it ended is how we shall end.
int run(const CLI::App &command, Options &options, ChildResult &child) {
  if (options.program.empty())
    return fail("no program given: autoscope run [options] -- PROGRAM [arguments]");
  takeStepFunction(options);
  if (std::string error = whyNoOutput(command, options.output); !error.empty())
    return fail(error);
  // A bad value would leave the program unprofiled, which is known before it runs.
  std::vector<std::string> named = optionVariables(options);
  config::ParsedOptions environment = config::parseOptions([&named](const char *variable) -> const char * {
    std::string prefix = std::string(variable) + "=";
    for (const std::string &setting : named)
      if (setting.rfind(prefix, 0) == 0)
        return setting.c_str() + prefix.size();
    return std::getenv(variable);
  });
  if (!environment.error.empty())
    return fail(environment.error);
  if (std::string error = filter::StepRules().read(environment.options.stepFunction, environment.options.within);
      !error.empty())
    return fail(error);
  if (options.output.folder.empty())
    options.output.folder = environment.options.outputDir;
  if (const char *output = std::getenv("AUTOSCOPE_OUTPUT");
      !output && environment.options.outputDir.empty() && !environment.options.output.empty())
    warn("the output of AUTOSCOPE_CONFIG is not used: the options of `autoscope run` are instead");
  if (std::string error = makeFolder(options.output.folder); !error.empty())
    return fail(error);
  std::string filter = options.filter.empty() ? environment.options.filter : options.filter;
  if (std::string error = filter.empty() ? "" : filter::SiteFilter().read(filter); !error.empty())
    return fail(error);
  if (std::string error = whyNoSnapshots(options, environment.options); !error.empty())
    return fail(error);
  bool snapshots = !options.snapshotWhen.empty() || !environment.options.snapshotWhen.empty();
  if (snapshots && options.output.output.empty())
    if (std::string error = whyNotWritable(snapshotBase(options) + ".snapshot-1.autoscope"); !error.empty())
      return fail(error);
  for (const char *variable : replacedVariables)
    if (const char *value = std::getenv(variable); value && *value)
      warn(std::string(variable) + "=" + value + " is not used: the options of `autoscope run` are instead");
  const config::Options &asked = environment.options;
  const std::string memory = options.output.memory ? "1" : asked.memory;
  std::string preload;
  if (options.output.leaks || asked.leaks == "1" || memory == "heap" ||
      (memory == "1" && !options.output.operators && asked.operators != "1")) {
    std::string error;
    preload = heapPreload(findProgram(options.program[0]), error);
    if (!error.empty())
      return fail(error);
  }
  // Beside the result, so that keeping it is a rename.
  SessionFolder folder;
  const std::string &output = options.output.output;
  std::string parent = output.empty() ? "" : fs::path(output).parent_path().string();
  if (parent.empty() && !output.empty())
    parent = ".";
  if (std::string error = folder.create(parent); !error.empty())
    return fail(error);

  // Absolute, for programs that go elsewhere and start others.
  filter = filter.empty() ? "" : fs::absolute(filter).string();
  std::vector<std::string> variables = {"AUTOSCOPE_OUTPUT=" + folder.outputPattern(), "AUTOSCOPE_REPORT=none",
                                        "AUTOSCOPE_FILTER=" + filter, "AUTOSCOPE_OUTPUT_DIR="};
  variables.insert(variables.end(), named.begin(), named.end());
  for (std::string &variable : recordingVariables(options.output))
    variables.push_back(std::move(variable));
  if (options.flightRecorder || !options.snapshotWhen.empty())
    variables.emplace_back("AUTOSCOPE_OVERFLOW=newest");
  if (!options.snapshotWhen.empty())
    variables.push_back("AUTOSCOPE_SNAPSHOT_WHEN=" + options.snapshotWhen);
  if (!preload.empty())
    variables.push_back(preload);
  child = runChild(options.program, variables);
  if (!child.error.empty()) {
    fail(child.error);
    return child.startErrno == ENOENT ? 127 : 126;
  }
  options.output.mostMegabytes = environment.options.disk;
  std::string base = output.empty() ? snapshotBase(options) : withoutEnding(output);
  bool good = keepResults(options, folder, child.pid, base, environment.options.hasSteps());
  return good || child.waitStatus != 0 ? 0 : failure;
}

}  // namespace

void addRunCommand(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("run", "Run a program and show its profile");
  auto options = std::make_shared<Options>();
  addOutputOptions(*command, options->output);
  command
      ->add_option("--filter", options->filter,
                   "Record only the functions that this file of include and exclude rules admits (AUTOSCOPE_FILTER)")
      ->check(notEmpty());
  command
      ->add_option("--schedule", options->schedule,
                   "Record the steps that it says, as torch.profiler.schedule does; each cycle is a profile of its "
                   "own, with its\n"
                   "number in the names of files (AUTOSCOPE_SCHEDULE). --step-function says what a step is")
      ->type_name("wait=N,warmup=N,active=N,repeat=N")
      ->check(notEmpty());
  command->add_option("--within", options->within, "Record only while this function runs (AUTOSCOPE_WITHIN)")
      ->type_name("GLOB")
      ->check(notEmpty());
  command
      ->add_option("--config", options->config,
                   "JSON, key=value or a file that stands for several variables (AUTOSCOPE_CONFIG)")
      ->check(notEmpty());
  command
      ->add_option("--output-dir", options->output.folder,
                   "Also write a trace for each rank to this folder: profile_RANK.json (AUTOSCOPE_OUTPUT_DIR)")
      ->check(notEmpty());
  command
      ->add_option("--emit", options->emit,
                   "Also tell these tools of scopes while they run: nvtx (Nsight Systems), itt (ITT's collectors), "
                   "torch (libtorch's "
                   "profiler),\n"
                   "with commas between them (AUTOSCOPE_EMIT)")
      ->type_name("TOOLS")
      ->check(notEmpty());
  command->add_flag(
      "--memory-stats{-}", options->memoryStats,
      "Print a line of JSON when a process ends: memory of tensors and of the process, then and at most;\n"
      "--memory-stats=FILE adds it to that file (AUTOSCOPE_MEMORY_STATS)");
  command->add_flag("--flight-recorder", options->flightRecorder,
                    "Write nothing while the program runs, and keep the newest scopes (AUTOSCOPE_OVERFLOW=newest)");
  command
      ->add_option(
          "--snapshot-when", options->snapshotWhen,
          "With the flight recorder, which this switches on: write what it holds beside the output when a scope\n"
          "takes too long, as 'Server::handle > 5ms; *::commit > 200us' (AUTOSCOPE_SNAPSHOT_WHEN)")
      ->type_name("'GLOB > TIME'")
      ->check(snapshotRules());
  command->prefix_command();
  command->footer("After the options: -- PROGRAM [ARGUMENTS]. The exit status, or signal, is the "
                  "program's.\n\nExample:\n  autoscope run -- ./app input.txt\n\n"
                  "Environment of the program (docs/options.md says all); run itself sets AUTOSCOPE_OUTPUT and "
                  "AUTOSCOPE_REPORT:\n" +
                  config::optionsHelp());
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
    invocation.status = run(*command, *options, child);
    if (invocation.status == 0)
      invocation.status = exitLike(child);
  });
}

}  // namespace autoscope::tool
