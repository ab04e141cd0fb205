#include "RunProgram.h"

#include "Measure.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bench {

namespace {

double privateMiB(pid_t pid) {
  FILE *file = fopen(("/proc/" + std::to_string(pid) + "/status").c_str(), "re");
  if (!file)
    return 0;
  char line[256];
  long kib = 0;
  while (fgets(line, sizeof line, file))
    if (sscanf(line, "RssAnon: %ld", &kib) == 1)
      break;
  fclose(file);
  return double(kib) / 1024;
}

[[noreturn]] void become(const Command &command) {
  // A child that runs until it is killed must not outlive us.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const auto &[name, value] : command.environment)
    setenv(name.c_str(), value.c_str(), 1);
  if (!command.output.empty()) {
    int file = open(command.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(file, 1);
    close(file);
  }
  std::vector<char *> arguments;
  for (const std::string &argument : command.arguments)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);
  execv(arguments[0], arguments.data());
  perror(arguments[0]);
  _exit(127);
}

}  // namespace

namespace {

Ran runOrKill(const Command &command, const Kill *end) {
  Ran ran;
  fflush(stdout);
  double from = wallNanoseconds();
  pid_t pid = fork();
  if (pid < 0)
    return ran;
  if (pid == 0)
    become(command);
  rusage usage{};
  if (end) {
    for (int i = 0; i < 10'000 && !end->ready(); ++i)
      usleep(1000);
    usleep(end->after);
    kill(pid, SIGKILL);
  }
  if (command.watchMemory) {
    while (wait4(pid, &ran.status, WNOHANG, &usage) == 0) {
      ran.peakPrivateMiB = std::max(ran.peakPrivateMiB, privateMiB(pid));
      usleep(2000);
    }
  } else {
    while (wait4(pid, &ran.status, 0, &usage) < 0 && errno == EINTR) {
    }
  }
  ran.wallSeconds = (wallNanoseconds() - from) * 1e-9;
  ran.cpuSeconds = double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                   double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
  ran.peakMiB = double(usage.ru_maxrss) / 1024;
  return ran;
}

}  // namespace

Ran runProgram(const Command &command) {
  return runOrKill(command, nullptr);
}

Ran killProgram(const Command &command, const Kill &kill) {
  return runOrKill(command, &kill);
}

}  // namespace bench
