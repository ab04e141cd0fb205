// Runs a program in the foreground and passes on how it ended.
//
// For `autoscope run`, on the main thread. While the program runs, the terminal's interrupt goes to it alone, as under
// `time`, and a SIGTERM or SIGHUP sent to us is handed on, so that the profile is still collected afterwards.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace autoscope::tool {

// A reader that goes away, as `head` does, and a limit on the size of files then end our writing by an error and not us
// by a signal: temporary files must go. A program that we start has what we were given. Once, from main().
void ignoreWriteSignals();

struct ChildResult {
  std::string error;  // why it could not be started; then the rest says nothing
  int startErrno = 0;
  pid_t pid = 0;
  int waitStatus = 0;
};

// `environment`: NAME=value, added to ours.
ChildResult runChild(const std::vector<std::string> &command, const std::vector<std::string> &environment);

// Ends this process the way the child ended: with its status, or by its signal.
int exitLike(const ChildResult &child);

}  // namespace autoscope::tool
