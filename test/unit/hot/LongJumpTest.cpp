// Scopes that a longjmp skips end when it jumps, at whatever depth of the stack the program goes on.
#include "../collect/ChildProcess.h"
#include "Recording.h"

#include "autoscope/scope.h"

#include <algorithm>
#include <csetjmp>
#include <csignal>
#include <sys/wait.h>

namespace autoscope::test {
namespace {

jmp_buf target;
sigjmp_buf signalTarget;

[[gnu::noinline]] void third(void (*jump)()) {
  AUTOSCOPE_SCOPE("third");
  jump();
}
[[gnu::noinline]] void second(void (*jump)()) {
  AUTOSCOPE_SCOPE("second");
  third(jump);
}
[[gnu::noinline]] void first(void (*jump)()) {
  AUTOSCOPE_SCOPE("first");
  second(jump);
}
// Its frame reaches deeper than those of the skipped scopes did.
[[gnu::noinline]] void deep() {
  volatile char large[65536];
  large[0] = 0;
  AUTOSCOPE_SCOPE("deep");
  asm volatile("" : : "r"(large) : "memory");
}

[[gnu::noinline]] void outer(void (*jump)(), int times) {
  AUTOSCOPE_SCOPE("outer");
  for (volatile int i = 0; i < times; i = i + 1) {
    if (setjmp(target) == 0)
      first(jump);
    deep();
  }
}

// All scopes of one name: how often, how deep, and whether they were cut.
struct Seen {
  uint64_t calls = 0, cut = 0;
  uint32_t deepest = 0;
};
Seen seen(const Session &session, const std::string &name) {
  Seen seen;
  for (const record::Thread &thread : session.reader().threads()) {
    record::BackwardRecords records(thread.pieces);
    for (record::Record record; records.next(record);)
      if (session.reader().names().sites()[session.reader().names().siteIndex(record.site)].fields.name == name) {
        ++seen.calls;
        seen.cut += record.flags & record::scopeCutByLongjmp;
        seen.deepest = std::max(seen.deepest, record.depth);
      }
  }
  return seen;
}

void expectCut(const Session &session, uint64_t times) {
  for (const char *name : {"first", "second", "third"}) {
    Seen skipped = seen(session, name);
    EXPECT_EQ(skipped.calls, times) << name;
    EXPECT_EQ(skipped.cut, times) << name;
  }
  Seen after = seen(session, "deep"), around = seen(session, "outer");
  EXPECT_EQ(after.calls, times);
  EXPECT_EQ(after.cut, 0u);
  EXPECT_EQ(after.deepest, 1u);
  EXPECT_EQ(around.calls, 1u);
  EXPECT_EQ(around.cut, 0u);
  EXPECT_EQ(session.lost(), 0u);
}

// docs/limits.md
#define EXPECT_LOCALS_ON_STACK()                                                                                       \
  if (!__AUTOSCOPE_LOCALS_ON_STACK)                                                                                    \
  GTEST_SKIP() << "with AddressSanitizer scopes that longjmp skips end later"

TEST(LongJump, EndsTheScopesThatItSkips) {
  EXPECT_LOCALS_ON_STACK();
  Recording recording("longjmp");
  outer([] { longjmp(target, 1); }, 1000);
  expectCut(recording.stop(), 1000);
}

// Within one frame, out of nothing.
TEST(LongJump, LoopBySetjmpKeepsItsScopes) {
  Recording recording("loop");
  {
    AUTOSCOPE_SCOPE("outer");
    volatile int count = 0;
    if (setjmp(target) < 1000) {
      count = count + 1;
      longjmp(target, count);
    }
    deep();
  }
  Session session = recording.stop();
  EXPECT_EQ(seen(session, "outer").calls, 1u);
  EXPECT_EQ(seen(session, "outer").cut, 0u);
  EXPECT_EQ(seen(session, "deep").deepest, 1u);
}

void raiseSignal() {
  raise(SIGUSR1);
}

int jumpingHandlerChild() {
  static char alternate[65536];
  stack_t stack = {alternate, 0, sizeof alternate};
  if (getenv("TEST_ALTERNATE"))
    sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_handler = [](int) {
    AUTOSCOPE_SCOPE("handler");
    siglongjmp(signalTarget, 1);
  };
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGUSR1, &action, nullptr);
  AUTOSCOPE_SCOPE("outer");
  for (volatile int i = 0; i < 100; i = i + 1) {
    if (sigsetjmp(signalTarget, 1) == 0)
      first(raiseSignal);
    deep();
  }
  return 0;
}
ChildFunction jumpingHandler("jumping handler", jumpingHandlerChild);

TEST(LongJump, OutOfASignalHandlerOnEitherStack) {
  EXPECT_LOCALS_ON_STACK();
  for (const char *variable : {"TEST_NONE", "TEST_ALTERNATE"}) {
    std::string path = temporaryPath("jumpinghandler");
    ChildResult child = runChild("jumping handler", {{"AUTOSCOPE_OUTPUT", path}, {variable, "1"}});
    ASSERT_TRUE(WIFEXITED(child.status)) << child.status;
    Session session(path);
    expectCut(session, 100);
    EXPECT_EQ(seen(session, "handler").cut, 100u);
    EXPECT_EQ(seen(session, "handler").deepest, 4u);
  }
}

[[gnu::noinline]] int overflow(int depth) {
  AUTOSCOPE_SCOPE("overflow");
  volatile char some[1024];
  some[0] = static_cast<char>(depth);
  return depth < 1'000'000'000 ? overflow(depth + 1) + some[0] : 0;
}

int overflowingChild() {
  static char alternate[65536];
  stack_t stack = {alternate, 0, sizeof alternate};
  sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_handler = [](int) { siglongjmp(signalTarget, 1); };
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGSEGV, &action, nullptr);
  AUTOSCOPE_SCOPE("outer");
  if (sigsetjmp(signalTarget, 1) == 0)
    overflow(0);
  deep();
  return 0;
}
ChildFunction overflowing("overflowing", overflowingChild);

TEST(LongJump, OutOfAStackOverflow) {
  if (underSanitizer)
    GTEST_SKIP() << "a sanitizer reports the overflow itself";
  std::string path = temporaryPath("overflowing");
  ChildResult child = runChild("overflowing", {{"AUTOSCOPE_OUTPUT", path}});
  ASSERT_TRUE(WIFEXITED(child.status)) << child.status;
  Session session(path);
  EXPECT_EQ(seen(session, "overflow").calls, 999u);  // deeper ones are counted
  EXPECT_EQ(seen(session, "overflow").cut, 999u);
  EXPECT_EQ(seen(session, "deep").deepest, 1u);
  EXPECT_EQ(seen(session, "outer").cut, 0u);
  EXPECT_GT(session.lost(), 1000u);
}

// The same without a handler: the program dies as it would, and its session is whole.
int dyingChild() {
  AUTOSCOPE_SCOPE("outer");
  return overflow(0);
}
ChildFunction dying("dying", dyingChild);

TEST(LongJump, StackOverflowKillsAndTheSessionIsReadable) {
  if (underSanitizer)
    GTEST_SKIP() << "a sanitizer reports the overflow itself";
  std::string path = temporaryPath("dying");
  ChildResult child = runChild("dying", {{"AUTOSCOPE_OUTPUT", path}});
  ASSERT_TRUE(WIFSIGNALED(child.status)) << child.status;
  EXPECT_EQ(WTERMSIG(child.status), SIGSEGV);
  Session session(path);
  EXPECT_EQ(session.open("outer"), 1u);
  EXPECT_EQ(session.open("overflow"), 999u);
}

}  // namespace
}  // namespace autoscope::test
