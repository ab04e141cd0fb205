// Fibers of makecontext, and stacks deeper than the run time's: each call is recorded or counted, and the depth is
// right again afterwards.
#include "Recording.h"

#include "autoscope/scope.h"

#include <algorithm>
#include <array>
#include <thread>
#include <ucontext.h>
#include <vector>

namespace autoscope::test {
namespace {

constexpr int fibers = 8, rounds = 1000;

ucontext_t mainContext;
std::array<ucontext_t, fibers> contexts;
std::vector<char> stacks;

void switchTo(ucontext_t &from, ucontext_t &to) {
  ASSERT_EQ(swapcontext(&from, &to), 0);
}

// Leaves its fiber with a scope open, in each round.
void fiber(int number) {
  for (int i = 0; i < rounds; ++i) {
    AUTOSCOPE_SCOPE("whole");
    {
      AUTOSCOPE_SCOPE("across");
      switchTo(contexts[static_cast<size_t>(number)], mainContext);
    }
    AUTOSCOPE_SCOPE("behind");
  }
  switchTo(contexts[static_cast<size_t>(number)], mainContext);
}

void begin(int number) {
  auto at = static_cast<size_t>(number);
  constexpr size_t size = 128 * 1024;
  ASSERT_EQ(getcontext(&contexts[at]), 0);
  contexts[at].uc_stack.ss_sp = stacks.data() + at * size;
  contexts[at].uc_stack.ss_size = size;
  contexts[at].uc_link = &mainContext;
  makecontext(&contexts[at], reinterpret_cast<void (*)()>(fiber), 1, number);
}

uint32_t deepest(const Session &session) {
  uint32_t depth = 0;
  for (const record::Thread &thread : session.reader().threads()) {
    record::BackwardRecords records(thread.pieces);
    for (record::Record record; records.next(record);)
      depth = std::max(depth, record.depth);
  }
  return depth;
}

uint64_t lostFor(const Session &session, record::LossCause wanted) {
  uint64_t sum = 0;
  for (const auto &[cause, count] : session.profile().losses.causes)
    sum += cause == wanted ? count : 0;
  return sum;
}

// What is open while another fiber runs may end early, but each call is there once and nothing piles up.
TEST(Fiber, ScopesOpenAcrossASwitchAreRecordedOnceAndDoNotPileUp) {
  if (underSanitizer)
    GTEST_SKIP() << "a sanitizer has to be told of other stacks";
  stacks.resize(fibers * 128 * 1024);
  Recording recording("fibers");
  {
    AUTOSCOPE_SCOPE("main");
    for (int i = 0; i < fibers; ++i)
      begin(i);
    for (int round = 0; round <= rounds; ++round)
      for (ucontext_t &context : contexts) {
        AUTOSCOPE_SCOPE("around");
        switchTo(mainContext, context);
      }
    AUTOSCOPE_SCOPE("last");
  }
  Session session = recording.stop();
  EXPECT_EQ(session.calls("whole"), uint64_t(fibers) * rounds);
  EXPECT_EQ(session.calls("across"), uint64_t(fibers) * rounds);
  EXPECT_EQ(session.calls("behind"), uint64_t(fibers) * rounds);
  EXPECT_EQ(session.calls("around"), uint64_t(fibers) * (rounds + 1));
  EXPECT_EQ(session.calls("main"), 1u);
  EXPECT_EQ(session.calls("last"), 1u);
  // Those of all fibers at once.
  EXPECT_LE(deepest(session), 3u * fibers + 3);
  EXPECT_EQ(session.lost(), 0u);
}

ucontext_t *home = nullptr, moving;
[[gnu::noinline]] void moves(int levels) {  // NOLINT(misc-no-recursion)
  AUTOSCOPE_SCOPE("moves");
  if (levels > 1)
    moves(levels - 1);
  else
    switchTo(moving, *home);
}
void movingFiber() {
  for (;;)
    moves(3);
}
[[gnu::noinline]] void resume(int levels) {  // NOLINT(misc-no-recursion)
  AUTOSCOPE_SCOPE("resumes");
  if (levels > 1)
    return resume(levels - 1);
  ucontext_t here;
  home = &here;
  switchTo(here, moving);
}

// Each scope of it is there once, ended where its thread shows that it is over, and none is counted as lost besides.
TEST(Fiber, ScopesThatEndOnAnotherThreadAreRecordedOnce) {
  if (underSanitizer)
    GTEST_SKIP() << "a sanitizer has to be told of other stacks";
  constexpr int threads = 20;
  std::vector<char> stack(128 * 1024);
  Recording recording("movingfiber");
  ASSERT_EQ(getcontext(&moving), 0);
  moving.uc_stack.ss_sp = stack.data();
  moving.uc_stack.ss_size = stack.size();
  moving.uc_link = nullptr;
  makecontext(&moving, movingFiber, 0);
  for (int i = 0; i < threads; ++i)
    std::thread(resume, i % 2 ? 1 : 6).join();
  Session session = recording.stop();
  EXPECT_EQ(session.calls("resumes"), threads / 2 * 7u);
  EXPECT_EQ(session.calls("moves"), 3u * threads);
  EXPECT_EQ(session.open("moves"), 0u);
  EXPECT_EQ(session.lost(), 0u);
}

// NOLINTNEXTLINE(misc-no-recursion)
[[gnu::noinline]] int recursion(int levels) {
  AUTOSCOPE_SCOPE("recursion");
  return levels > 1 ? recursion(levels - 1) + 1 : 1;
}

TEST(DeepRecursion, OfAHundredThousandLevelsIsCountedBeyondTheThousandth) {
  constexpr int levels = underSanitizer ? 10'000 : 100'000;  // whose frames are larger
  Recording recording("recursion");
  EXPECT_EQ(recursion(levels), levels);
  EXPECT_EQ(recursion(levels), levels);
  {
    AUTOSCOPE_SCOPE("afterwards");
  }
  Session session = recording.stop();
  EXPECT_EQ(session.calls("recursion"), 2000u);
  EXPECT_EQ(lostFor(session, record::LossCause::TooDeep), 2 * (levels - 1000u));
  EXPECT_EQ(session.lost(), 2 * (levels - 1000u));
  EXPECT_EQ(session.find("afterwards")->calls, 1u);
  record::BackwardRecords records(session.reader().threads().front().pieces);
  record::Record last;
  ASSERT_TRUE(records.next(last));
  EXPECT_EQ(last.depth, 0u);
}

}  // namespace
}  // namespace autoscope::test
