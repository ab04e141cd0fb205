// Runs a function of the test program in a fresh process (fork and exec): for tests of how a process ends, and of the
// environment. A fork alone would not do: the child would go on with the profile and the threads of ours.
#pragma once

#include <map>
#include <string>

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

ChildResult runChild(const std::string &name, const Environment &environment);

}  // namespace autoscope::test
