// Prints every budget of docs/overhead.md with its ratio to the floor of the same run.
//
//   autoscope-bench [--quick] [--only PART[,PART...]] [--seconds N] [--lines FILE] [DIRECTORY [MILLIONS]]
//
//   DIRECTORY  where sessions go (default /tmp; it wants 1 GB)       MILLIONS  scopes per slice (default 1)
//   --quick    small counts: shows that all of it works, no numbers  --lines   tab-separated lines as well, appended
//   --seconds  of each soak, which run only when named: --only soak,soak-disk,soak-newest
//
// Not a test: it says what was met, and exits 0 when every part ran.
#include "Lines.h"
#include "Parts.h"
#include "RunProgram.h"

#include "autoscope/profile.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace bench {

std::string Settings::session() const {
  return directory + "/autoscope-bench-" + std::to_string(getpid()) + ".autoscope";
}

const std::vector<Part> &parts() {
  static const std::vector<Part> all = {
      {"start", startPart},
      {"enabled", enabledPart},
      {"disabled", disabledPart},
      {"filtered", filteredPart},
      {"recursion", recursionPart},
      {"threads", threadsPart},
      {"modules", modulesPart},
      {"flight", flightPart},
      {"watched", watchedPart, "AUTOSCOPE_SNAPSHOT_WHEN", "watched > 3600s"},
      {"throttled", throttledPart, "AUTOSCOPE_THROTTLE", "100000"},
      {"armed", armedPart, "AUTOSCOPE_CONFIG", "step_function=never output=/tmp/autoscope-bench-%p-armed.autoscope"},
      {"operators", operatorsPart},
      {"heap", heapPart},
      {"process", processPart},
      {"kill", killPart},
      {"readers", readersPart},
      {"soak", soakPart, nullptr, nullptr, true},
      {"soak-disk", soakDiskPart, "AUTOSCOPE_DISK", "256", true},
      {"soak-newest", soakNewestPart, nullptr, nullptr, true},
  };
  return all;
}

void beginProfile(const std::string &session, const char *overflow) {
  autoscope::options options(session);
  options.overflow = overflow;
  autoscope::status started = autoscope::start(options);
  if (!started) {
    fprintf(stderr, "autoscope-bench: %s\n", started.message.c_str());
    exit(1);
  }
}

double endProfile() {
  double from = wallNanoseconds();
  autoscope::status stopped = autoscope::stop();
  if (!stopped)
    fprintf(stderr, "autoscope-bench: %s\n", stopped.message.c_str());
  return wallNanoseconds() - from;
}

double bytesOf(const std::string &path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 ? double(status.st_size) : 0;
}

bool hasOption(const std::string &variable) {
  const char *known[] = {
#define AUTOSCOPE_TEXT(field, name, ...) name,
#define AUTOSCOPE_NUMBER(field, name, ...) name,
#define AUTOSCOPE_CHOICE(field, name, ...) name,
#include "config/Options.def"
  };
  for (const char *name : known)
    if (variable == name)
      return true;
  return false;
}

namespace {

int fail(const std::string &sentence) {
  fprintf(stderr, "autoscope-bench: %s\n", sentence.c_str());
  return 2;
}

std::string ownPath() {
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return std::string(path, length > 0 ? size_t(length) : 0);
}

bool isOneOf(const std::string &name, const std::string &list) {
  return ("," + list + ",").find("," + name + ",") != std::string::npos;
}

// Empty, or the name in `list` that is no part.
std::string unknownPart(const std::string &list) {
  for (size_t from = 0, to; from <= list.size(); from = to + 1) {
    to = std::min(list.find(',', from), list.size());
    std::string name = list.substr(from, to - from);
    bool known = false;
    for (const Part &part : parts())
      known = known || name == part.name;
    if (!known)
      return "'" + name + "'";
  }
  return "";
}

// Runs each part in a process of its own with the same arguments. How many failed.
int runParts(const std::string &only, const std::vector<std::string> &arguments) {
  int failed = 0;
  for (const Part &part : parts()) {
    if (only.empty() ? part.onlyIfAsked : !isOneOf(part.name, only))
      continue;
    Command command{arguments};
    command.arguments.insert(command.arguments.begin() + 1, {"--part", part.name});
    if (part.variable && hasOption(part.variable))
      command.environment.push_back({part.variable, part.value});
    if (!runProgram(command).ok()) {
      absentLine(std::string("part ") + part.name, "it failed");
      ++failed;
    }
  }
  return failed;
}

struct Arguments {
  std::string only, part, lines, seconds;
  bool quick = false;
  std::vector<std::string> rest;
};

// Empty, or what is wrong.
std::string parse(int argc, char **argv, Arguments &arguments) {
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    std::string *value = argument == "--only"      ? &arguments.only
                         : argument == "--part"    ? &arguments.part
                         : argument == "--lines"   ? &arguments.lines
                         : argument == "--seconds" ? &arguments.seconds
                                                   : nullptr;
    if (value && i + 1 == argc)
      return argument + " needs a value";
    if (value)
      *value = argv[++i];
    else if (argument == "--quick")
      arguments.quick = true;
    else if (argument[0] == '-')
      return "no option " + argument + ": there are --quick, --only, --seconds and --lines";
    else
      arguments.rest.push_back(argument);
  }
  if (!arguments.seconds.empty() && atof(arguments.seconds.c_str()) <= 0)
    return "seconds of a soak are a number above 0, not " + arguments.seconds;
  if (arguments.rest.size() > 2)
    return "one directory and one number, no more";
  if (arguments.rest.size() == 2 && atol(arguments.rest[1].c_str()) < 1)
    return "millions of scopes per slice are a number from 1 on, not " + arguments.rest[1];
  if (std::string name = arguments.only.empty() ? "" : unknownPart(arguments.only); !name.empty()) {
    std::string all;
    for (const Part &part : parts())
      all += std::string(" ") + part.name;
    return "no part is called " + name + "; there are" + all;
  }
  return "";
}

int run(int argc, char **argv) {
  Settings settings;
  settings.self = ownPath();
  if (argc == 4 && !strcmp(argv[1], "--killed-child"))
    return runKilledChild(argv[2], argv[3]);
  Arguments arguments;
  if (std::string error = parse(argc, argv, arguments); !error.empty())
    return fail(error);
  if (!arguments.rest.empty())
    settings.directory = arguments.rest[0];
  if (arguments.rest.size() > 1)
    settings.operations = atol(arguments.rest[1].c_str()) * 1'000'000;
  if (!arguments.seconds.empty())
    settings.seconds = atof(arguments.seconds.c_str());
  if (arguments.quick) {
    judgeNothing();
    settings.operations = 20'000;
    settings.slices = 3;
    settings.kills = 3;
    settings.readerScopes = 200'000;
  }
  std::string tool = settings.self.substr(0, settings.self.rfind('/')) + "/autoscope";
  if (access(tool.c_str(), X_OK) == 0)
    settings.tool = tool;
  if (!arguments.lines.empty())
    printLinesTo(arguments.lines);
  if (!arguments.part.empty()) {
    for (const Part &part : parts())
      if (arguments.part == part.name)
        part.run(settings);
    return 0;
  }
  heading();
  std::vector<std::string> childArguments(argv, argv + argc);
  childArguments[0] = settings.self;
  int failed = runParts(arguments.only, childArguments);
  if (arguments.only.empty())
    absentLine("memory counting, per malloc and free", "this build cannot count memory (issue 7)");
  valueLine("cores of " + std::to_string(std::thread::hardware_concurrency()) + " that other processes kept busy",
            othersBusyCores(), "cores");
  return failed ? 1 : 0;
}

}  // namespace

}  // namespace bench

int main(int argc, char **argv) {
  return bench::run(argc, argv);
}
