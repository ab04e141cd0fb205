// A scope is whole for a reader of the ring at each instruction: a thread that is killed there leaves it open, since it
// began, or finished, and that of a module at its path.
#include "../collect/ChildProcess.h"
#include "Recording.h"

#include "autoscope/scope.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <sys/ptrace.h>
#include <sys/wait.h>

namespace autoscope::test {
namespace {

#define SITE(Type, kind, text)                                                                                         \
  static const char info[] =                                                                                           \
      "A1\037" text "\037\0371\037KilledAnywhereTest.cpp\037" #Type "\037" #Type "\037" #Type "\037";                  \
  static __autoscope_site site = {sizeof(__autoscope_site), 0, kind, 0, info, nullptr, nullptr}
#define MODULE_SCOPE(Type, object)                                                                                     \
  SITE(Type, __autoscope_kind_module, "module");                                                                       \
  __attribute__((cleanup(__autoscope_leave))) __autoscope_guard guard = {                                              \
      __autoscope_enter_object(&site, &guard, object, nullptr)}

struct Inner {
  [[gnu::noinline]] void forward() {
    MODULE_SCOPE(Inner, this);
    asm volatile("" : : "r"(this) : "memory");
  }
};
struct Function {
  [[gnu::noinline]] void forward() {
    SITE(Inner, __autoscope_kind_function, "function");
    __attribute__((cleanup(__autoscope_leave))) __autoscope_guard guard = {__autoscope_enter(&site, &guard)};
    asm volatile("" : : "r"(this) : "memory");
  }
};
template <class Callee> struct Outer {
  // The last call is the one to look at, between two stops.
  [[gnu::noinline]] void forward(int calls) {
    MODULE_SCOPE(Outer, this);
    while (--calls > 0)
      inner.forward();
    raise(SIGSTOP);
    inner.forward();
    raise(SIGSTOP);
  }
  Callee inner;
};

int steppedChild() {
  if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0)
    _exit(3);
  int calls = atoi(getenv("TEST_CALLS"));
  if (strcmp(getenv("TEST_CALLEE"), "function") == 0)
    Outer<Function>().forward(calls);
  else
    Outer<Inner>().forward(calls);
  _exit(0);
}
ChildFunction stepped("stepped", steppedChild);

struct Seen {
  uint64_t finished = 0, open = 0, withoutPath = 0;
  uint64_t end = 0;    // of the last that has finished
  bool early = false;  // one is open since before that, though they follow one another
};

// The scopes of Inner that a reader finds now, and those of any module that it finds without a path.
Seen look(const std::string &path) {
  Seen seen;
  std::string error;
  auto session = record::SessionReader::open(path, error);
  EXPECT_EQ(error, "");
  if (!session)
    return seen;
  auto count = [&](uint32_t site, uint32_t modulePath, uint64_t &scopes) {
    const record::SiteText &fields = session->names().sites()[site].fields;
    scopes += fields.name == "Inner";
    seen.withoutPath += fields.module && modulePath == 0;
  };
  for (const record::Thread &thread : session->threads()) {
    record::BackwardRecords records(thread.pieces);
    for (record::Record record; records.next(record);) {
      count(record.site, record.path, seen.finished);
      seen.end = std::max(seen.end, record.start + record.duration);
    }
    for (const record::OpenScope &scope : thread.open) {
      uint64_t before = seen.open;
      count(scope.site, scope.path, seen.open);
      seen.early = seen.early || (seen.open > before && scope.start < seen.end);
    }
  }
  return seen;
}

// Steps through the call number `calls`.
void step(const char *name, int calls, const char *callee = "module") {
  if (underSanitizer)
    GTEST_SKIP() << "a sanitizer's code makes this ten thousands of steps";
  std::string path = temporaryPath(name);
  pid_t child = fork();
  if (child == 0) {
    setenv("TEST_CHILD", "stepped", 1);
    setenv("TEST_CALLEE", callee, 1);
    setenv("TEST_CALLS", std::to_string(calls).c_str(), 1);
    setenv("AUTOSCOPE_OUTPUT", path.c_str(), 1);
    execl("/proc/self/exe", "child", static_cast<char *>(nullptr));
    _exit(127);
  }
  int status = 0;
  auto stopsBy = [&](int signal) {
    return waitpid(child, &status, 0) == child && WIFSTOPPED(status) && WSTOPSIG(status) == signal;
  };
  // A container may forbid to trace; exec stops a traced child, and so does its signal.
  bool traced = stopsBy(SIGSTOP);
  if (!traced && WIFEXITED(status) && WEXITSTATUS(status) == 3)
    GTEST_SKIP() << "cannot trace a child here";
  ASSERT_TRUE(traced) << status;
  Seen last = look(path);
  EXPECT_EQ(last.finished, uint64_t(calls) - 1);
  uint64_t steps = 0, opened = 0;
  do {
    ASSERT_EQ(ptrace(PTRACE_SINGLESTEP, child, nullptr, nullptr), 0);
    if (!stopsBy(SIGTRAP))
      break;
    Seen now = look(path);
    ++steps;
    ASSERT_EQ(now.withoutPath, 0u) << "at step " << steps;
    ASSERT_FALSE(now.early) << "at step " << steps;
    ASSERT_GE(now.finished + now.open, last.finished + last.open) << "at step " << steps;
    ASSERT_LE(now.finished + now.open, uint64_t(calls)) << "at step " << steps;
    opened += now.open;
    last = now;
  } while (!testing::Test::HasFailure() && steps < 100'000);
  EXPECT_TRUE(WIFSTOPPED(status) && WSTOPSIG(status) == SIGSTOP) << status << " after " << steps;
  EXPECT_EQ(last.finished, uint64_t(calls));
  EXPECT_GT(opened, 0u);
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  for (const char *end : {".part", ".ring"})
    unlink((path + end).c_str());
}

TEST(KilledAnywhere, Function) {
  step("steppedfunction", 10, "function");
}

TEST(KilledAnywhere, KnownModule) {
  step("stepped", 10);
}

// 8 words of the chunk's header and four for each scope before.
TEST(KilledAnywhere, ModuleWhoseRecordNeedsANewChunk) {
  step("steppedchunk", (record::chunkWords - record::chunkHeaderWords) / 4 + 1);
}

}  // namespace
}  // namespace autoscope::test
