// Fork: the child has a session of its own from its first scope on, and the parent's is what it would have been alone
// (G20).
#include "ChildProcess.h"
#include "Recording.h"

#include "autoscope/scope.h"
#include "config/OutputPath.h"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <vector>

namespace autoscope::test {
namespace {

[[gnu::noinline]] int work(int x) {
  AUTOSCOPE_SCOPE("work");
  asm volatile("" : "+r"(x));
  return x + 1;
}

[[gnu::noinline]] void onlyInChild() {
  AUTOSCOPE_SCOPE("only in child");
}

[[gnu::noinline]] void onlyInParent() {
  AUTOSCOPE_SCOPE("only in parent");
}

std::string nameOf(const std::string &product, pid_t pid) {
  return config::withTag(product, std::to_string(pid));
}

bool exists(const std::string &path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0;
}

// The child runs `body` and ends by _exit with its result.
template <typename Body> pid_t inChild(Body body) {
  pid_t child = fork();
  if (child == 0)
    _exit(body());
  return child;
}

int statusOf(pid_t child) {
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return status;
}

TEST(Fork, EachSideHasItsOwnScopesAndNoOthers) {
  Recording recording("fork");
  std::atomic<bool> done{false};
  std::atomic<uint64_t> others{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&] {
      for (; !done; ++others)
        work(1);
    });
  for (int i = 0; i < 6; ++i) {
    pid_t child;
    {
      AUTOSCOPE_SCOPE("forking");
      child = fork();
    }
    onlyInParent();  // in the child, too, before anything else, as the parent may have given the site an id or not
    if (child == 0) {
      for (int k = 0; k < 20'000; ++k)
        work(k);
      std::thread([] {
        for (int k = 0; k < 20'000; ++k)
          work(k);
      }).join();
      onlyInChild();
      status again = start(temporaryPath("again"));
      _exit(!again.ok() && stop().ok() ? 0 : 1);
    }
    onlyInParent();
    EXPECT_EQ(statusOf(child), 0);
    Session session(nameOf(recording.path(), child));
    EXPECT_TRUE(session.reader().finished());
    EXPECT_EQ(session.calls("work"), 40'000u);
    EXPECT_EQ(session.calls("only in child"), 1u);
    EXPECT_EQ(session.calls("only in parent"), 1u);
    EXPECT_EQ(session.find("forking"), nullptr);
    EXPECT_EQ(session.lost(), 0u);
    EXPECT_EQ(session.reader().threads().size(), 2u);
    EXPECT_FALSE(session.reader().damage().any());
  }
  done = true;
  for (std::thread &thread : threads)
    thread.join();
  Session session = recording.stop();
  EXPECT_EQ(session.calls("forking"), 6u);
  EXPECT_EQ(session.calls("only in parent"), 12u);
  EXPECT_EQ(session.calls("work"), others.load());
  EXPECT_EQ(session.find("only in child"), nullptr);
  EXPECT_EQ(session.lost(), 0u);
}

TEST(Fork, AChildWithoutScopesLeavesNothing) {
  Recording recording("silent");
  AUTOSCOPE_SCOPE("around");
  pid_t child = inChild([] { return stop().ok() && !stop().ok() ? 0 : 1; });
  EXPECT_EQ(statusOf(child), 0);
  for (const char *end : {"", ".part", ".ring"})
    EXPECT_FALSE(exists(nameOf(recording.path(), child) + end));
  recording.stop();
}

TEST(Fork, AChildThatEndsByExitWithoutCleanUpIsReadable) {
  Recording recording("unfinished");
  work(1);
  pid_t child = inChild([] {
    AUTOSCOPE_SCOPE("open in child");
    for (int i = 0; i < 12'345; ++i)
      work(i);
    return 0;
  });
  EXPECT_EQ(statusOf(child), 0);
  std::string path = nameOf(recording.path(), child);
  EXPECT_FALSE(exists(path));
  {
    Session session(path);
    EXPECT_FALSE(session.reader().finished());
    EXPECT_EQ(session.calls("work"), 12'345u);
    EXPECT_EQ(session.open("open in child"), 0u);  // left by the return, before _exit
    EXPECT_EQ(session.calls("open in child"), 1u);
  }
  EXPECT_EQ(recording.stop().calls("work"), 1u);
}

TEST(Fork, GrandchildrenHaveTheirOwnToo) {
  Recording recording("grand");
  work(1);
  int pipes[2];
  ASSERT_EQ(pipe(pipes), 0);
  auto grandchildren = [&] {
    pid_t before = inChild([] { return work(1) == 2 && stop().ok() ? 0 : 1; });
    int first = statusOf(before);
    work(1);
    work(2);
    pid_t after = inChild([] {
      onlyInChild();
      work(1);
      return stop().ok() ? 0 : 1;
    });
    pid_t pids[] = {before, after};
    return first == 0 && statusOf(after) == 0 && write(pipes[1], pids, sizeof pids) == sizeof pids && stop().ok() ? 0
                                                                                                                  : 1;
  };
  pid_t child = inChild(grandchildren);
  EXPECT_EQ(statusOf(child), 0);
  pid_t pids[2] = {};
  ASSERT_EQ(read(pipes[0], pids, sizeof pids), ssize_t(sizeof pids));
  close(pipes[0]);
  close(pipes[1]);
  EXPECT_EQ(Session(nameOf(recording.path(), pids[0])).calls("work"), 1u);
  EXPECT_EQ(Session(nameOf(recording.path(), child)).calls("work"), 2u);
  Session last(nameOf(recording.path(), pids[1]));
  EXPECT_EQ(last.calls("work"), 1u);
  EXPECT_EQ(last.calls("only in child"), 1u);
  EXPECT_EQ(recording.stop().calls("work"), 1u);
}

TEST(Fork, BetweenSessionsTheChildMayStartOneToo) {
  work(1);
  EXPECT_EQ(Recording("before-fork").stop().calls("work"), 0u);
  std::string path = temporaryPath("in-child");
  pid_t child = inChild([&] {
    work(1);  // nothing is recorded
    for (int i = 0; i < 2; ++i) {
      if (!start(path).ok())
        return 1;
      work(1);
      if (!stop().ok())
        return 2;
    }
    return 0;
  });
  EXPECT_EQ(statusOf(child), 0);
  EXPECT_EQ(Session(path).calls("work"), 1u);
  Recording recording("after-fork");
  work(1);
  EXPECT_EQ(recording.stop().calls("work"), 1u);
}

TEST(Fork, SeveralThreadsMayBeginTheChildsSession) {
  Recording recording("race");
  pid_t child = inChild([] {
    std::atomic<bool> go{false};
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&] {
        while (!go)
          std::this_thread::yield();
        work(1);
      });
    go = true;
    for (std::thread &thread : threads)
      thread.join();
    return stop().ok() ? 0 : 1;
  });
  EXPECT_EQ(statusOf(child), 0);
  Session session(nameOf(recording.path(), child));
  EXPECT_EQ(session.calls("work"), 8u);
  EXPECT_EQ(session.reader().threads().size(), 8u);
  EXPECT_EQ(session.lost(), 0u);
  recording.stop();
}

TEST(Fork, WhereTheChildCannotWriteItSaysSoAndRunsUnprofiled) {
  char folder[] = "/tmp/autoscope-forkXXXXXX";
  ASSERT_NE(mkdtemp(folder), nullptr);
  std::string path = std::string(folder) + "/p.autoscope";
  ChildResult child = runChild("moved away", {{"AUTOSCOPE_OUTPUT", path}, {"TEST_FOLDER", folder}});
  ASSERT_TRUE(WIFEXITED(child.status));
  EXPECT_EQ(WEXITSTATUS(child.status), 0) << child.errors;
  size_t process = child.errors.find("No such file or directory; process ");
  EXPECT_NE(process, std::string::npos) << child.errors;
  EXPECT_NE(child.errors.find(", made by fork, is not profiled\n"), std::string::npos) << child.errors;
}

int movedAway() {
  std::string folder = getenv("TEST_FOLDER"), moved = folder + ".moved";
  if (rename(folder.c_str(), moved.c_str()) != 0)
    return 2;
  int status = statusOf(inChild([] { return work(work(1)) == 3 && !stop().ok() ? 0 : 1; }));
  return status || rename(moved.c_str(), folder.c_str()) ? 3 : 0;
}
ChildFunction moving("moved away", movedAway);

int forkingChild() {
  work(1);
  int status = statusOf(inChild([] { return work(1) == 2 ? 0 : 1; }));
  return status == 0 ? 0 : 1;
}
ChildFunction forking("forking", forkingChild);

TEST(Fork, CanBeSwitchedOff) {
  std::string path = temporaryPath("off");
  ChildResult child = runChild("forking", {{"AUTOSCOPE_OUTPUT", path + "/%p.autoscope"}, {"AUTOSCOPE_FORK", "0"}});
  EXPECT_NE(child.errors.find("No such file"), std::string::npos);
  ASSERT_EQ(mkdir(path.c_str(), 0700), 0);
  child = runChild("forking", {{"AUTOSCOPE_OUTPUT", path + "/%p.autoscope"}, {"AUTOSCOPE_FORK", "0"}});
  EXPECT_EQ(child.status, 0);
  EXPECT_EQ(child.errors, "");
  std::string files;
  if (FILE *list = popen(("ls " + path + " | sed 's/[0-9]*//'").c_str(), "r")) {
    for (int c; (c = fgetc(list)) != EOF;)
      files += char(c);
    pclose(list);
  }
  EXPECT_EQ(files, ".autoscope\n");
  EXPECT_EQ(system(("rm -r " + path).c_str()), 0);
}

// Sooner or later the handler interrupts the run time itself. Its child may go on from there.
int forkingHandlerChild() {
  signal(SIGALRM, [](int) {
    int error = errno;
    pid_t child = fork();
    if (child == 0) {
      work(1);
      signal(SIGALRM, SIG_DFL);
      return;
    }
    int status;
    if (waitpid(child, &status, 0) != child || status != 0)
      abort();
    errno = error;
  });
  pid_t self = getpid();
  for (int i = 0; i < 20; ++i) {
    itimerval once = {{0, 0}, {0, 50 + i * 45}};
    setitimer(ITIMER_REAL, &once, nullptr);
    for (int k = 0; k < 40'000 && getpid() == self; ++k)
      work(k);
    if (getpid() != self)
      exit(0);
  }
  return 0;
}
ChildFunction forkingHandler("forking handler", forkingHandlerChild);

TEST(Fork, InASignalHandlerCostsTheParentNothing) {
  for (const char *clock : {"tsc", "system"}) {  // by the system's clock every scope takes the slow path
    std::string path = temporaryPath("handler");
    ChildResult child = runChild("forking handler", {{"AUTOSCOPE_OUTPUT", path}, {"AUTOSCOPE_CLOCK", clock}});
    ASSERT_EQ(child.status, 0) << child.errors;
    EXPECT_EQ(child.errors, "");
    Session session(path);
    EXPECT_TRUE(session.reader().finished());
    EXPECT_FALSE(session.reader().damage().any());
    EXPECT_EQ(session.calls("work"), 800'000u);
    EXPECT_EQ(session.lost(), 0u);
    EXPECT_EQ(system(("rm -f " + config::withTag(path, "*")).c_str()), 0);
  }
}

// What a program does between a call that failed and the sentence about it may be a fork.
TEST(Fork, LeavesErrnoAlone) {
  Recording recording("fork-errno");
  errno = ENOENT;
  pid_t child = fork();
  if (child == 0)
    _exit(errno == ENOENT ? 0 : 1);
  EXPECT_EQ(errno, ENOENT);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  recording.stop();
}

}  // namespace
}  // namespace autoscope::test
