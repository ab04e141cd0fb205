// A signal handler that calls exit may interrupt a scope's way through the recorder: the session is finished.
#include "../collect/ChildProcess.h"
#include "Recording.h"
#include "Stepping.h"

#include "autoscope/scope.h"

#include <csignal>
#include <cstdlib>
#include <sys/wait.h>

namespace autoscope::test {
namespace {

[[gnu::noinline]] void target() {
  AUTOSCOPE_SCOPE("target");
}

volatile long steps = 0, exitAt = 0;
constexpr int notReached = 3;

int exitingChild() {
  alarm(60);
  exitAt = atol(getenv("TEST_AT"));
  {
    AUTOSCOPE_SCOPE("before");
    target();
  }
  signal(SIGTRAP, [](int) {
    if (steps++ == exitAt)
      exit(0);
  });
  stepThrough(target);
  return notReached;
}
ChildFunction exiting("exiting", exitingChild);

// With the system's clock every scope takes the recorder's slow half.
TEST(ExitedAnywhere, TheSessionIsFinished) {
  if (underSanitizer || !canStep)
    GTEST_SKIP() << "the instructions would be the sanitizer's, or there is no trap flag";
  int exits = 0;
  for (int at = 0, status = 0; status != notReached && !HasFailure(); at += 17) {
    std::string path = temporaryPath("exiting");
    ChildResult child = runChild(
        "exiting", {{"AUTOSCOPE_OUTPUT", path}, {"AUTOSCOPE_CLOCK", "system"}, {"TEST_AT", std::to_string(at)}});
    ASSERT_TRUE(WIFEXITED(child.status)) << child.status;
    status = WEXITSTATUS(child.status);
    EXPECT_TRUE(status == 0 || status == notReached) << status;
    exits += status == 0;
    EXPECT_EQ(child.errors, "") << "after " << at << " steps";
    EXPECT_EQ(access(path.c_str(), F_OK), 0) << "after " << at << " steps";
    Session session(path);
    EXPECT_EQ(session.calls("before"), 1u);
    EXPECT_GE(session.calls("target"), 1u);
    EXPECT_LE(session.calls("target"), 2u);
  }
  EXPECT_GE(exits, 10);
}

}  // namespace
}  // namespace autoscope::test
