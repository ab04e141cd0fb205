// Runs another program and says what it took: for the parts that measure whole processes. Blocks; not for a process
// with other children.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace bench {

struct Ran {
  int status = -1;  // as of waitpid(2); -1: it could not be started
  double wallSeconds = 0, cpuSeconds = 0;
  double peakMiB = 0;         // resident, files that it mapped included (VmHWM)
  double peakPrivateMiB = 0;  // resident and of no file: looked at every 2 ms; 0 for a short run
  bool ok() const { return status == 0; }
};

// What it is killed for by SIGKILL: `after` microseconds after `ready` has become true, or its 10 s are over.
struct Kill {
  std::function<bool()> ready;
  unsigned after;
};

struct Command {
  std::vector<std::string> arguments;  // the program first
  std::vector<std::pair<std::string, std::string>> environment = {};
  std::string output = {};   // where standard output goes; empty: to ours
  bool watchMemory = false;  // costs a look every 2 ms
};

Ran runProgram(const Command &command);
Ran killProgram(const Command &command, const Kill &kill);

}  // namespace bench
