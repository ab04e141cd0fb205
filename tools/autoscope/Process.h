// What /proc tells of a process that a command wants to control.
//
// A snapshot: the process may end at any time, and then its fields are empty. Main thread; no failure but `exists`.
#pragma once

#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace autoscope::tool {

struct Process {
  pid_t pid = 0;
  bool exists = false;
  char state = 0;       // as of ps: Z has ended, T and t are stopped
  pid_t leader = 0;     // the process that this is a thread of; itself for a process
  pid_t innerPid = 0;   // in its own container
  uid_t user = 0;       // effective
  uid_t innerUser = 0;  // in its own container
  std::string name;     // of its program; the command's name where that cannot be read
  bool hasEnvironment = false;
  std::map<std::string, std::string> environment;  // as it was started

  bool hasEnded() const { return !exists || state == 'Z' || state == 'X'; }
  bool isStopped() const { return state == 'T' || state == 't'; }  // by a signal; by a debugger
};

Process lookAt(pid_t pid);
// Does it hold the run time, or code that wants it?
bool holdsAutoscope(const Process &process);
// For how long it has been there.
double ageInSeconds(const Process &process);
// All that /proc shows.
std::vector<pid_t> processes();
// "process 12 (app)", fit for a terminal.
std::string called(const Process &process);
std::string userName(uid_t user);

}  // namespace autoscope::tool
