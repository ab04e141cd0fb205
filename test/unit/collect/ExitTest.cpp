// Every way in which a process ends keeps its status, and its session is finished or readable (G17, G21).
#include "ChildProcess.h"
#include "Recording.h"

#include "autoscope/scope.h"

#include <csignal>
#include <cstdlib>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>

namespace autoscope::test {
namespace {

[[gnu::noinline]] int work(int x) {
  AUTOSCOPE_SCOPE("work");
  asm volatile("" : "+r"(x));
  return x + 1;
}

[[gnu::noinline]] void lastWork() {
  AUTOSCOPE_SCOPE("last work");
}

bool isFinished(const std::string &path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && stat((path + ".part").c_str(), &status) != 0 &&
         stat((path + ".ring").c_str(), &status) != 0;
}

// The thread of main ends first, then this one, which nobody waits for.
void *detachedThread(void *) {
  usleep(50'000);
  for (int i = 0; i < 1000; ++i)
    work(i);
  return nullptr;
}

int mainEnds() {
  atexit(lastWork);
  if (getenv("TEST_MAIN_HAS_SCOPES"))
    work(0);
  pthread_t thread;
  pthread_create(&thread, nullptr, detachedThread, nullptr);
  pthread_exit(nullptr);
}
ChildFunction mainEnding("main ends", mainEnds);

TEST(Exit, PthreadExitInMainEndsTheProcessWithItsLastThread) {
  if (underThreadSanitizer)
    GTEST_SKIP() << "ThreadSanitizer's own thread keeps such a process, with or without autoscope";
  for (const Environment &environment : {Environment{{"TEST_MAIN_HAS_SCOPES", "1"}}, Environment{}}) {
    std::string path = temporaryPath("main-ends");
    Environment all = environment;
    all["AUTOSCOPE_OUTPUT"] = path;
    ChildResult child = runChild("main ends", all);
    ASSERT_TRUE(WIFEXITED(child.status));
    EXPECT_EQ(WEXITSTATUS(child.status), 0);
    EXPECT_EQ(child.errors, "");
    EXPECT_TRUE(isFinished(path));
    Session session(path);
    EXPECT_EQ(session.calls("work"), 1000u + environment.size());
    EXPECT_EQ(session.calls("last work"), 1u);
    EXPECT_EQ(session.lost(), 0u);
  }
}

// Long after the stop, with the writer waiting for a session that does not come.
int mainEndsLater() {
  bool good = start(getenv("TEST_SESSION")).ok();
  work(1);
  good = stop().ok() && good;
  if (good)
    pthread_exit(nullptr);
  return 1;
}
ChildFunction mainEndingLater("main ends later", mainEndsLater);

TEST(Exit, PthreadExitInMainEndsAProcessThatHasStoppedItsProfile) {
  if (underThreadSanitizer)
    GTEST_SKIP() << "ThreadSanitizer's own thread keeps such a process, with or without autoscope";
  std::string path = temporaryPath("main-ends-later");
  ChildResult child = runChild("main ends later", {{"TEST_SESSION", path}});
  EXPECT_EQ(child.status, 0);
  EXPECT_EQ(Session(path).calls("work"), 1u);
}

int quickly() {
  AUTOSCOPE_SCOPE("main");
  atexit([] { work(1); });  // not run by quick_exit
  at_quick_exit(lastWork);
  work(1);
  quick_exit(9);
}
ChildFunction quick("quick", quickly);

TEST(Exit, QuickExitFinishesTheSessionWithTheScopesOfItsHandlers) {
  std::string path = temporaryPath("quick");
  ChildResult child = runChild("quick", {{"AUTOSCOPE_OUTPUT", path}});
  ASSERT_TRUE(WIFEXITED(child.status));
  EXPECT_EQ(WEXITSTATUS(child.status), 9);
  EXPECT_EQ(child.errors, "");
  EXPECT_TRUE(isFinished(path));
  Session session(path);
  EXPECT_EQ(session.calls("work"), 1u);
  EXPECT_EQ(session.calls("last work"), 1u);
  EXPECT_EQ(session.open("main"), 1u);
}

int fromThread() {
  AUTOSCOPE_SCOPE("main");
  std::thread([] {
    AUTOSCOPE_SCOPE("leaver");
    work(1);
    exit(11);
  }).detach();
  for (;;)
    pause();
}
ChildFunction threadExits("thread exits", fromThread);

TEST(Exit, ExitOnAnotherThreadShowsOpenScopesOfBoth) {
  std::string path = temporaryPath("thread-exits");
  ChildResult child = runChild("thread exits", {{"AUTOSCOPE_OUTPUT", path}});
  ASSERT_TRUE(WIFEXITED(child.status));
  EXPECT_EQ(WEXITSTATUS(child.status), 11);
  EXPECT_TRUE(isFinished(path));
  Session session(path);
  EXPECT_EQ(session.open("main"), 1u);
  EXPECT_EQ(session.open("leaver"), 1u);
  EXPECT_EQ(session.calls("work"), 1u);
}

struct ExitsWhenDestroyed {
  ~ExitsWhenDestroyed() {
    AUTOSCOPE_SCOPE("destructor");
    work(1);
    exit(13);  // the handlers that are left go on, and the status is this one
  }
};

int inDestructor() {
  static ExitsWhenDestroyed exits;
  (void)&exits;
  exit(12);
}
ChildFunction destructorExits("destructor exits", inDestructor);

TEST(Exit, ExitInAStaticDestructorKeepsItsStatus) {
  std::string path = temporaryPath("destructor-exits");
  ChildResult child = runChild("destructor exits", {{"AUTOSCOPE_OUTPUT", path}});
  ASSERT_TRUE(WIFEXITED(child.status));
  EXPECT_EQ(WEXITSTATUS(child.status), 13);
  EXPECT_TRUE(isFinished(path));
  Session session(path);
  EXPECT_EQ(session.open("destructor"), 1u);
  EXPECT_EQ(session.calls("work"), 1u);
}

int atOnce() {
  AUTOSCOPE_SCOPE("main");
  work(1);
  _exit(14);
}
ChildFunction exitsAtOnce("exits at once", atOnce);

TEST(Exit, ExitWithoutCleanUpLeavesAReadableSession) {
  std::string path = temporaryPath("at-once");
  ChildResult child = runChild("exits at once", {{"AUTOSCOPE_OUTPUT", path}});
  ASSERT_TRUE(WIFEXITED(child.status));
  EXPECT_EQ(WEXITSTATUS(child.status), 14);
  Session session(path);
  EXPECT_FALSE(session.reader().finished());
  EXPECT_EQ(session.calls("work"), 1u);
  EXPECT_EQ(session.open("main"), 1u);
}

int terminated() {
  AUTOSCOPE_SCOPE("main");
  work(1);
  raise(SIGTERM);
  return 1;
}
ChildFunction terminates("terminated", terminated);

TEST(Exit, SigtermEndsTheProcessAndLeavesAReadableSession) {
  std::string path = temporaryPath("terminated");
  ChildResult child = runChild("terminated", {{"AUTOSCOPE_OUTPUT", path}});
  ASSERT_TRUE(WIFSIGNALED(child.status));
  EXPECT_EQ(WTERMSIG(child.status), SIGTERM);
  Session session(path);
  EXPECT_FALSE(session.reader().finished());
  EXPECT_EQ(session.calls("work"), 1u);
  EXPECT_EQ(session.open("main"), 1u);
}

}  // namespace
}  // namespace autoscope::test
