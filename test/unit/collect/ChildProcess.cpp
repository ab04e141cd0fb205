#include "ChildProcess.h"
#include "Recording.h"

#include <csignal>
#include <cstdlib>
#include <gtest/gtest.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace autoscope::test {

namespace {

std::map<std::string, int (*)()> &functions() {
  static std::map<std::string, int (*)()> all;
  return all;
}

[[noreturn]] void becomeChild(const std::string &name, const Environment &environment) {
  setenv("TEST_CHILD", name.c_str(), 1);
  for (const auto &[variable, value] : environment)
    setenv(variable.c_str(), value.c_str(), 1);
  execl("/proc/self/exe", "child", static_cast<char *>(nullptr));
  _exit(127);
}

// LeakSanitizer says of each thread that a fork has left behind that it cannot stop it. Whole lines of it alone.
void removeLeakSanitizersDoubts(std::string &text) {
  constexpr std::string_view doubt = " was not suspended. False leaks are possible.\n";
  for (size_t at; (at = text.find(doubt)) != std::string::npos;) {
    size_t begin = text.rfind('\n', at) + 1;  // 0 in the first line
    text.erase(begin, at + doubt.size() - begin);
  }
}

}  // namespace

ChildFunction::ChildFunction(const char *name, int (*function)()) {
  functions()[name] = function;
}

RunningChild::RunningChild(const std::string &name, const Environment &environment) : pid_(fork()) {
  if (pid_ != 0)
    return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  rlimit limit = {1u << 30, 1u << 30};
  setrlimit(RLIMIT_FSIZE, &limit);
  becomeChild(name, environment);
}

int RunningChild::kill() {
  int status = 0;
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    waitpid(pid_, &status, __WALL);
  }
  pid_ = -1;
  return status;
}

ChildResult runChild(const std::string &name, const Environment &environment) {
  int pipes[2];
  EXPECT_EQ(pipe(pipes), 0);
  pid_t child = fork();
  if (child == 0) {
    dup2(pipes[1], STDERR_FILENO);
    close(pipes[0]);
    close(pipes[1]);
    becomeChild(name, environment);
  }
  close(pipes[1]);
  ChildResult result = {0, {}};
  char buffer[4096];
  for (ssize_t length; (length = read(pipes[0], buffer, sizeof buffer)) > 0;)
    result.errors.append(buffer, size_t(length));
  close(pipes[0]);
  waitpid(child, &result.status, 0);
  if (underSanitizer)
    removeLeakSanitizersDoubts(result.errors);
  return result;
}

}  // namespace autoscope::test

int main(int argc, char **argv) {
  if (const char *name = getenv("TEST_CHILD"))
    return autoscope::test::functions().at(name)();
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
