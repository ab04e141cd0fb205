// Runs a function of the test program in a fresh process (fork and exec): for tests of how a process ends, and of the
// environment. A fork alone would not do: the child would go on with the profile and the threads of ours.
#pragma once

#include <map>
#include <string>
#include <sys/types.h>

namespace autoscope::test {

using Environment = std::map<std::string, std::string>;

// Registers `function` as the child called `name`; use at file scope.
struct ChildFunction {
  ChildFunction(const char *name, int (*function)());
};

struct ChildResult {
  int status;          // as of waitpid
  std::string errors;  // what it wrote to standard error
};

// A child that runs while the test goes on, with the test's standard error: ended with this object or with the test,
// and its files end at a GiB each, so that a test that fails leaves neither a process nor a full disk.
class RunningChild {
public:
  RunningChild(const std::string &name, const Environment &environment);
  ~RunningChild() { kill(); }
  RunningChild(const RunningChild &) = delete;
  RunningChild &operator=(const RunningChild &) = delete;

  pid_t pid() const { return pid_; }
  // By SIGKILL; returns the status as of waitpid, 0 if it has been waited for.
  int kill();

private:
  pid_t pid_;
};

ChildResult runChild(const std::string &name, const Environment &environment);

}  // namespace autoscope::test
