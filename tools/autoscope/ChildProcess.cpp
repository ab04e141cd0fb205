#include "ChildProcess.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace autoscope::tool {

namespace {

volatile sig_atomic_t childPid = 0;

struct WriteSignal {
  int signal;
  struct sigaction given;
};
WriteSignal writeSignals[] = {{SIGPIPE, {}}, {SIGXFSZ, {}}};

void handOn(int signal) {
  if (childPid > 0)
    kill(static_cast<pid_t>(childPid), signal);
}

// Puts the handling of our signals back when it goes.
class SignalsDuringChild {
public:
  SignalsDuringChild() {
    struct sigaction ignore{};
    ignore.sa_handler = SIG_IGN;
    struct sigaction forward{};
    forward.sa_handler = handOn;
    for (size_t i = 0; i < signals.size(); ++i)
      sigaction(signals[i], i < ignored ? &ignore : &forward, &old_[i]);
    // Ignored by whoever started us, it would take the child's status away.
    struct sigaction standard{};
    standard.sa_handler = SIG_DFL;
    sigaction(SIGCHLD, &standard, &oldChildEnds_);
  }
  SignalsDuringChild(const SignalsDuringChild &) = delete;
  SignalsDuringChild &operator=(const SignalsDuringChild &) = delete;
  ~SignalsDuringChild() { restore(); }
  void restore() const {
    for (size_t i = 0; i < signals.size(); ++i)
      sigaction(signals[i], &old_[i], nullptr);
    sigaction(SIGCHLD, &oldChildEnds_, nullptr);
  }

private:
  static constexpr size_t ignored = 2;
  static constexpr std::array<int, 4> signals = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
  std::array<struct sigaction, 4> old_{};
  struct sigaction oldChildEnds_{};
};

[[noreturn]] void becomeProgram(std::vector<char *> &arguments, const std::vector<std::string> &environment,
                                int report) {
  for (const WriteSignal &ignored : writeSignals)
    sigaction(ignored.signal, &ignored.given, nullptr);
  for (const std::string &entry : environment)
    putenv(const_cast<char *>(entry.c_str()));
  execvp(arguments[0], arguments.data());
  int error = errno;
  // If nobody hears why, there is nothing left to do about it.
  if (write(report, &error, sizeof(error)) < 0) {
  }
  _exit(127);
}

}  // namespace

void ignoreWriteSignals() {
  struct sigaction ignore{};
  ignore.sa_handler = SIG_IGN;
  for (WriteSignal &ignored : writeSignals)
    sigaction(ignored.signal, &ignore, &ignored.given);
}

ChildResult runChild(const std::vector<std::string> &command, const std::vector<std::string> &environment) {
  ChildResult result;
  std::vector<char *> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string &argument : command)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);

  // Closed by a successful exec; carries errno of a failed one.
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    result.error = std::string("cannot create a pipe: ") + std::strerror(errno);
    return result;
  }
  SignalsDuringChild signals;
  pid_t pid = fork();
  if (pid == 0) {
    signals.restore();
    becomeProgram(arguments, environment, ends[1]);
  }
  int forkErrno = errno;
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    result.error = std::string("cannot start a process: ") + std::strerror(forkErrno);
    return result;
  }
  childPid = pid;
  ssize_t got;
  do
    got = read(ends[0], &result.startErrno, sizeof(result.startErrno));
  while (got < 0 && errno == EINTR);
  close(ends[0]);
  while (waitpid(pid, &result.waitStatus, 0) < 0 && errno == EINTR) {
  }
  childPid = 0;
  result.pid = pid;
  if (got == sizeof(result.startErrno))
    result.error = "cannot run " + command[0] + ": " + std::strerror(result.startErrno);
  return result;
}

int exitLike(const ChildResult &child) {
  if (!WIFSIGNALED(child.waitStatus))
    return WEXITSTATUS(child.waitStatus);
  // The program has left its core file, if it leaves one; ours would only take its place.
  struct rlimit none{};
  setrlimit(RLIMIT_CORE, &none);
  int signal = WTERMSIG(child.waitStatus);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
  return 128 + signal;
}

}  // namespace autoscope::tool
