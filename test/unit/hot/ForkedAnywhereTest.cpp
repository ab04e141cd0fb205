// A signal handler may fork at any instruction of entering and leaving a scope, with the handlers of pthread_atfork or
// without: the child goes on, and the parent's session holds each scope of the parent once and none of the child's.
//
// The child process steps through its own code by the trap flag, and has the signal come with the trap of one
// instruction, or of the first one behind it where the recorder has not blocked it.
#include "../collect/ChildProcess.h"
#include "Recording.h"
#include "Stepping.h"

#include "autoscope/scope.h"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

namespace autoscope::test {
namespace {

#define MODULE_SCOPE(Type, name)                                                                                       \
  static const char info[] = "A1\037module\037\0371\037a.cpp\037" name "\037" name "\037" #Type "\037";                \
  static __autoscope_site site = {sizeof(__autoscope_site), 0, __autoscope_kind_module, 0, info, nullptr, nullptr};    \
  __attribute__((cleanup(__autoscope_leave_module))) __autoscope_guard guard = {                                       \
      __autoscope_enter_object(&site, &guard, this, nullptr)}

struct Target {
  [[gnu::noinline]] void forward() {
    MODULE_SCOPE(Target, "target");
    asm volatile("" : : "r"(this) : "memory");
  }
} target;

[[gnu::noinline]] void function() {
  AUTOSCOPE_SCOPE("target");
}

struct Subject {
  void (*run)();
  void (*prepare)() = [] {};
  int stride = 1;
};
// A module that nothing leads to takes the slow way the first time in each call of its parent.
const std::map<std::string, Subject> subjects = {{"function", {function}},
                                                 {"module", {[] { target.forward(); }, [] { target.forward(); }}},
                                                 {"slow module", {[] { target.forward(); }, [] {}, 97}}};

volatile long forkAt = -1, steps = 0, badChildren = 0;
volatile bool isChild = false;
pid_t (*forkNow)() = nullptr;

struct Net {
  [[gnu::noinline]] void forward(const Subject &subject, bool isStepped) {
    MODULE_SCOPE(Net, "around");
    subject.prepare();
    if (isStepped)
      stepThrough(subject.run);
    else
      subject.run();
  }
} net;

void trapped(int, siginfo_t *, void *context) {
#if defined(__x86_64__)
  if (isChild)
    static_cast<ucontext_t *>(context)->uc_mcontext.gregs[REG_EFL] &= ~greg_t(0x100);
  else
#endif
      if (steps++ == forkAt)
    pthread_kill(pthread_self(), SIGUSR1);
}

void forks(int) {
  int error = errno;
  pid_t child = forkNow();
  if (child == 0) {
    isChild = true;
  } else {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    badChildren = badChildren + (status != 0);
  }
  errno = error;
}

int forkingChild() {
  const Subject &subject = subjects.at(getenv("TEST_SUBJECT"));
  forkNow = strcmp(getenv("TEST_FORK"), "fork") == 0 ? fork : _Fork;
  struct sigaction action = {};
  action.sa_sigaction = trapped;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGTRAP, &action, nullptr);
  action.sa_handler = forks;
  action.sa_flags = 0;
  sigaction(SIGUSR1, &action, nullptr);
  long rounds = 0;
  for (; rounds < 3; ++rounds)
    net.forward(subject, /*isStepped=*/false);
  do {
    forkAt = forkAt + (forkAt < 100 ? 1 : subject.stride);
    steps = 0;
    net.forward(subject, /*isStepped=*/true);
    if (isChild) {
      for (int i = 0; i < 5; ++i)
        net.forward(subject, /*isStepped=*/false);
      _exit(0);
    }
    ++rounds;
  } while (forkAt < steps);
  std::ofstream(getenv("TEST_COUNT")) << rounds << ' ' << badChildren;
  return 0;
}
ChildFunction forking("forking anywhere", forkingChild);

struct Case {
  const char *subject, *how;
};
class ForkedAnywhere : public testing::TestWithParam<Case> {};

TEST_P(ForkedAnywhere, EachScopeOfTheParentIsThereOnce) {
  if (!canStep || underSanitizer)
    GTEST_SKIP() << "cannot step through the recorder alone";
  std::string path = temporaryPath("forked"), counted = path + ".count";
  ChildResult child = runChild("forking anywhere", {{"AUTOSCOPE_OUTPUT", path},
                                                    {"AUTOSCOPE_FORK", "0"},
                                                    {"TEST_SUBJECT", GetParam().subject},
                                                    {"TEST_FORK", GetParam().how},
                                                    {"TEST_COUNT", counted}});
  EXPECT_EQ(child.status, 0);
  EXPECT_EQ(child.errors, "");
  uint64_t rounds = 0, bad = 0;
  std::ifstream(counted) >> rounds >> bad;
  unlink(counted.c_str());
  EXPECT_GT(rounds, 20u);
  EXPECT_EQ(bad, 0u);
  Session session(path);
  EXPECT_TRUE(session.reader().finished());
  EXPECT_FALSE(session.reader().damage().any());
  EXPECT_EQ(session.calls("around"), rounds);
  EXPECT_EQ(session.calls("target"), rounds * (strcmp(GetParam().subject, "module") == 0 ? 2 : 1));
  EXPECT_EQ(session.lost(), 0u);
}

INSTANTIATE_TEST_SUITE_P(In, ForkedAnywhere,
                         testing::Values(Case{"function", "fork"}, Case{"module", "fork"}, Case{"slow module", "fork"},
                                         Case{"function", "_Fork"}, Case{"module", "_Fork"},
                                         Case{"slow module", "_Fork"}),
                         [](const testing::TestParamInfo<Case> &each) {
                           std::string name = std::string(each.param.how) + "_" + each.param.subject;
                           for (char &c : name)
                             c = c == ' ' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace autoscope::test
