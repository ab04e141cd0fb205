// A child that is made past the C library has no part in its parent's session, whatever it does; one of vfork, which
// shares its parent's memory, records for its parent.
#include "ChildProcess.h"
#include "Recording.h"

#include "autoscope/scope.h"
#include "hot/Forward.h"

#include <sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace autoscope::test {
namespace {

[[gnu::noinline]] void leaf() {
  AUTOSCOPE_SCOPE("leaf");
}

pid_t rawFork() {
#ifdef SYS_fork
  return pid_t(syscall(SYS_fork));
#else
  return pid_t(syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr));
#endif
}

int statusOf(pid_t child) {
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// In the child: what the parent opened is left, more is run than a chunk holds, and the process ends in order.
[[gnu::noinline]] pid_t forkInsideScope() {
  AUTOSCOPE_SCOPE("outer");
  return rawFork();
}

int rawForkingChild() {
  leaf();
  pid_t child = forkInsideScope();
  if (child == 0) {
    for (uint32_t i = 0; i < record::chunkWords; ++i)
      leaf();
    exit(start("other.autoscope").message.empty() || stop().message.empty() ? 1 : 5);
  }
  int status = statusOf(child);
  leaf();
  return status;
}
ChildFunction rawForking("raw forking", rawForkingChild);

TEST(RawFork, ChildLeavesTheParentsSessionAlone) {
  std::string path = temporaryPath("rawfork");
  ChildResult child = runChild("raw forking", {{"AUTOSCOPE_OUTPUT", path}});
  ASSERT_TRUE(WIFEXITED(child.status)) << child.status;
  EXPECT_EQ(WEXITSTATUS(child.status), 5);
  EXPECT_EQ(child.errors, "");
  Session session(path);
  EXPECT_TRUE(session.reader().finished());
  EXPECT_EQ(session.calls("leaf"), 2u);
  EXPECT_EQ(session.calls("outer"), 1u);
  EXPECT_EQ(session.open("outer"), 0u);
  EXPECT_EQ(session.lost(), 0u);
}

int rawSnapshotChild() {
  leaf();
  pid_t child = rawFork();
  if (child == 0) {
    alarm(60);  // rather than wait for the writer that it does not have
    _exit(snapshot().ok() ? 1 : 7);
  }
  return statusOf(child);
}
ChildFunction rawSnapshot("raw snapshot", rawSnapshotChild);

TEST(RawFork, ChildTakesNoSnapshotOfItsParent) {
  std::string path = temporaryPath("rawsnapshot");
  ChildResult child = runChild("raw snapshot", {{"AUTOSCOPE_OUTPUT", path}, {"AUTOSCOPE_OVERFLOW", "newest"}});
  ASSERT_TRUE(WIFEXITED(child.status)) << child.status;
  EXPECT_EQ(WEXITSTATUS(child.status), 7);
  EXPECT_EQ(Session(path).calls("leaf"), 1u);
}

// The handlers of fork run in a child that knows of none, and in the one that it makes.
int forkInRawForkChild() {
  leaf();
  pid_t child = rawFork();
  if (child == 0) {
    leaf();
    pid_t grandchild = fork();
    leaf();
    exit(grandchild == 0 ? 6 : statusOf(grandchild));
  }
  int status = statusOf(child);
  leaf();
  return status;
}
ChildFunction forkInRaw("fork in a raw fork", forkInRawForkChild);

TEST(RawFork, ItsOwnChildrenAreNotProfiledEither) {
  std::string path = temporaryPath("rawforkfork");
  ChildResult child = runChild("fork in a raw fork", {{"AUTOSCOPE_OUTPUT", path}});
  ASSERT_TRUE(WIFEXITED(child.status)) << child.status;
  EXPECT_EQ(WEXITSTATUS(child.status), 6);
  EXPECT_EQ(child.errors, "");
  Session session(path);
  EXPECT_EQ(session.calls("leaf"), 2u);
}

// The child's thread ends in order, with no scope open: what it gave back would be its parent's.
int threadOfRawForkEndsChild() {
  int status = -1;
  std::thread([&status] {
    leaf();
    pid_t child = rawFork();
    if (child == 0) {
      alarm(60);
      pthread_exit(nullptr);
    }
    status = statusOf(child);
    leaf();
  }).join();
  leaf();
  return status;
}
ChildFunction threadOfRawForkEnds("thread of a raw fork ends", threadOfRawForkEndsChild);

TEST(RawFork, AThreadThatEndsInTheChildTakesNothingOfItsParents) {
  std::string path = temporaryPath("rawforkend");
  ChildResult child = runChild("thread of a raw fork ends", {{"AUTOSCOPE_OUTPUT", path}});
  ASSERT_TRUE(WIFEXITED(child.status)) << child.status;
  EXPECT_EQ(WEXITSTATUS(child.status), 0);
  EXPECT_EQ(child.errors, "");
  Session session(path);
  EXPECT_EQ(session.calls("leaf"), 3u);
  EXPECT_EQ(session.reader().threads().size(), 2u);
  EXPECT_EQ(session.lost(), 0u);
}

// Code of another copy of the run time, whose flag the fork does not clear, asks by the table (hot/Forward.h).
[[gnu::noinline]] unsigned enterForwarded(const void *object) {
  static const char info[] = "A1\037module\037\0371\037a.cpp\037Net::forward\037Net::forward\037Net\037";
  static __autoscope_site site = {sizeof site, 0, __autoscope_kind_module, 0, info, nullptr, nullptr};
  __autoscope_guard guard = {};
  auto stack = uint32_t(reinterpret_cast<uintptr_t>(&guard)) - 64;
  guard.__depth = hot::ownFunctions.enterModule(&site, &guard, stack, object, nullptr);
  unsigned depth = guard.__depth;
  if (depth != __autoscope_off)
    hot::ownFunctions.leaveSlow(&guard, __autoscope_now(), 0);
  return depth;
}

int forwardingChild() {
  int object = 0;
  enterForwarded(&object);  // its path is known now
  if (enterForwarded(&object) == __autoscope_off)
    return 1;
  pid_t child = rawFork();
  if (child == 0)
    _exit(enterForwarded(&object) == __autoscope_off ? 0 : 2);
  return statusOf(child);
}
ChildFunction forwarding("forwarding", forwardingChild);

TEST(RawFork, CodeOfAnotherCopyEntersNothingInTheChild) {
  std::string path = temporaryPath("forwarding");
  ChildResult child = runChild("forwarding", {{"AUTOSCOPE_OUTPUT", path}});
  ASSERT_TRUE(WIFEXITED(child.status)) << child.status;
  EXPECT_EQ(WEXITSTATUS(child.status), 0);
  EXPECT_EQ(Session(path).calls("Net::forward"), 2u);
}

int vforkingChild() {
  leaf();
  pid_t child = vfork();
  if (child == 0) {
    leaf();
    _exit(7);
  }
  leaf();
  return statusOf(child);
}
ChildFunction vforking("vforking", vforkingChild);

TEST(RawFork, ChildOfVforkRecordsForItsParent) {
  if (underThreadSanitizer)
    GTEST_SKIP() << "ThreadSanitizer makes a fork of vfork";
  std::string path = temporaryPath("vfork");
  ChildResult child = runChild("vforking", {{"AUTOSCOPE_OUTPUT", path}});
  ASSERT_TRUE(WIFEXITED(child.status)) << child.status;
  EXPECT_EQ(WEXITSTATUS(child.status), 7);
  Session session(path);
  EXPECT_EQ(session.calls("leaf"), 3u);
  EXPECT_EQ(session.lost(), 0u);
}

}  // namespace
}  // namespace autoscope::test
