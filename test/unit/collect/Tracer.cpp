#include "Tracer.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace autoscope::test {

namespace {

constexpr int patience = 10;  // milliseconds in which a thread that waits for another does not go on

std::string firstLine(const std::string &path) {
  std::string line;
  std::getline(std::ifstream(path), line);
  return line;
}

std::string taskPath(pid_t process, pid_t thread, const char *what) {
  return "/proc/" + std::to_string(process) + "/task/" + std::to_string(thread) + "/" + what;
}

int64_t milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

}  // namespace

Tracer::Tracer(const std::string &child, const Environment &environment) {
  pid_t pid = fork();
  if (pid == 0) {
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0)
      _exit(3);
    setenv("TEST_CHILD", child.c_str(), 1);
    for (const auto &[variable, value] : environment)
      setenv(variable.c_str(), value.c_str(), 1);
    execl("/proc/self/exe", "child", static_cast<char *>(nullptr));
    _exit(127);
  }
  int status = 0;
  if (waitpid(pid, &status, 0) != pid || !WIFSTOPPED(status))
    return;
  ptrace(PTRACE_SETOPTIONS, pid, nullptr, PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL);
  pid_ = pid;
  threads_[pid].stopped = true;
}

Tracer::~Tracer() {
  if (pid_ <= 0)
    return;
  kill(pid_, SIGKILL);
  while (waitpid(-1, nullptr, __WALL) > 0) {
  }
}

pid_t Tracer::thread(const std::string &name) {
  for (int64_t end = milliseconds() + 2000; milliseconds() < end; usleep(100)) {
    for (const auto &[thread, state] : threads_)
      if (firstLine(taskPath(pid_, thread, "comm")) == name)
        return thread;
    if (pid_t thread; take(-1, false, thread) && threads_.count(thread) && !threads_[thread].stoppedItself)
      go(thread);
  }
  return 0;
}

bool Tracer::take(pid_t which, bool wait, pid_t &thread) {
  int status = 0;
  thread = waitpid(which, &status, __WALL | (wait ? 0 : WNOHANG));
  if (thread <= 0)
    return false;
  if (!WIFSTOPPED(status)) {
    threads_.erase(thread);
    return true;
  }
  bool isNew = threads_.find(thread) == threads_.end();  // a new thread's first stop is nobody's wish
  Thread &state = threads_[thread];
  state.stopped = true;
  state.stoppedItself = WSTOPSIG(status) == SIGSTOP && !isNew;
  return true;
}

void Tracer::go(pid_t thread) {
  threads_[thread] = {};
  ptrace(PTRACE_CONT, thread, nullptr, nullptr);
}

pid_t Tracer::runToStop() {
  for (auto &[thread, state] : threads_)
    if (state.stopped)
      go(thread);
  for (pid_t thread; take(-1, true, thread);) {
    auto state = threads_.find(thread);
    if (state == threads_.end()) {
      if (threads_.empty())
        return 0;
      continue;
    }
    if (state->second.stoppedItself)
      return thread;
    go(thread);
  }
  return 0;
}

bool Tracer::runAlone(pid_t thread) {
  go(thread);
  for (int64_t end = milliseconds() + 2000; milliseconds() < end;) {
    pid_t stopped = 0;
    if (take(thread, false, stopped)) {
      if (threads_.find(thread) == threads_.end() || threads_[thread].stoppedItself)
        return true;
      go(thread);
    } else if (inFutex(thread)) {
      return false;
    }
    usleep(100);
  }
  return false;
}

// Asleep there: a thread that wakes another is in that call, too, and may wait there for a processor.
bool Tracer::inFutex(pid_t thread) const {
  std::string stat = firstLine(taskPath(pid_, thread, "stat"));
  size_t state = stat.rfind(") ");
  if (state == std::string::npos || stat.compare(state + 2, 1, "S") != 0)
    return false;
  return firstLine(taskPath(pid_, thread, "syscall"))
             .compare(0, std::to_string(SYS_futex).size() + 1, std::to_string(SYS_futex) + " ") == 0;
}

void Tracer::stopWhenItWaits(pid_t thread) {
  pid_t stopped = 0;
  while (!inFutex(thread)) {
    if (take(thread, false, stopped))
      go(thread);
    usleep(100);
  }
  syscall(SYS_tgkill, pid_, thread, SIGSTOP);
  while (!threads_[thread].stopped)
    take(thread, true, stopped);
}

Tracer::Step Tracer::step(pid_t thread) {
  Thread &state = threads_[thread];
  if (state.stopped) {
    state = {};
    if (ptrace(PTRACE_SINGLESTEP, thread, nullptr, nullptr) != 0)
      return Step::Ended;
  }
  pid_t stopped = 0;
  for (int64_t end = 0; !take(thread, false, stopped);) {
    if (stopped < 0)
      return Step::Ended;
    // A thread that is ready but does not get a processor is none that waits.
    if (end == 0 || !inFutex(thread))
      end = milliseconds() + patience;
    else if (milliseconds() >= end)
      return Step::Waits;
    else
      usleep(50);
  }
  auto now = threads_.find(thread);
  if (now == threads_.end())
    return Step::Ended;
  return now->second.stoppedItself ? Step::StoppedItself : Step::Done;
}

}  // namespace autoscope::test
