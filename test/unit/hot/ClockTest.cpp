// The clock of scopes where the counter is not what one would wish: varying, or behind on another core.
#include "../collect/ChildProcess.h"
#include "Recording.h"

#include "autoscope/scope.h"
#include "collect/ClockSample.h"
#include "hot/Clock.h"

#include <cstdlib>
#include <ctime>
#include <sys/wait.h>
#include <thread>

namespace autoscope::test {
namespace {

[[gnu::noinline]] void sleepInScope() {
  AUTOSCOPE_SCOPE("sleeps");
  timespec time = {0, 20'000'000};
  nanosleep(&time, nullptr);
}

int varying() {
  hot::assumeCounterVaries();
  if (!start(getenv("TEST_SESSION")).ok())
    return 1;
  sleepInScope();
  return stop().ok() ? 0 : 2;
}
ChildFunction varyingChild("varying counter", varying);

TEST(Clock, WithoutAnInvariantCounterTimesAreTheSystemsAndOneSentenceSaysSo) {
  std::string path = temporaryPath("varying");
  ChildResult child = runChild("varying counter", {{"TEST_SESSION", path}});
  EXPECT_EQ(WEXITSTATUS(child.status), 0);
  EXPECT_NE(child.errors.find("time-stamp counter does not run at one rate"), std::string::npos) << child.errors;
  Session session(path);
  ASSERT_EQ(session.calls("sleeps"), 1u);
  // Nanoseconds as they are.
  record::BackwardRecords records(session.reader().threads().front().pieces);
  record::Record record;
  ASSERT_TRUE(records.next(record));
  EXPECT_GE(record.duration, 20'000'000u);
  EXPECT_LT(record.duration, 20'000'000'000u);
}

int changingClock() {
  if (!start(getenv("TEST_FIRST")).ok())
    return 1;
  sleepInScope();
  if (!stop().ok())
    return 2;
  setenv("AUTOSCOPE_CLOCK", "system", 1);
  if (!start(getenv("TEST_SESSION")).ok())
    return 3;
  sleepInScope();
  return stop().ok() ? 0 : 4;
}
ChildFunction changingClockChild("changing clock", changingClock);

// The thread has a slot from then, and reads the counter.
TEST(Clock, StaysWhatTheFirstProfileOfAProcessHasUsed) {
  std::string first = temporaryPath("firstclock"), path = temporaryPath("otherclock");
  ChildResult child = runChild("changing clock", {{"TEST_FIRST", first}, {"TEST_SESSION", path}});
  EXPECT_EQ(WEXITSTATUS(child.status), 0);
  bool isSaid = child.errors.find("AUTOSCOPE_CLOCK=system has no effect") != std::string::npos;
  EXPECT_EQ(isSaid, hot::counterIsInvariant()) << child.errors;
  for (const std::string &name : {first, path}) {
    Session session(name);
    ASSERT_EQ(session.calls("sleeps"), 1u);
    EXPECT_GE(session.find("sleeps")->totalNs, 20'000'000u);
    EXPECT_LT(session.find("sleeps")->totalNs, 20'000'000'000u);
  }
}

TEST(Clock, PointsOfALongSessionLeaveTheNamesTheirRoom) {
  EXPECT_EQ(collect::clockInterval(0), 10'000'000'000u);
  uint64_t points = 0, ns = 0;
  constexpr uint64_t tenYears = 10ull * 365 * 86'400 * 1'000'000'000;
  for (; ns < tenYears; ++points)
    ns += collect::clockInterval(points);
  EXPECT_LT(points * (sizeof(record::MetaEntry) + sizeof(record::ClockPoint)), record::metaCapacity / 16);
  EXPECT_GT(collect::clockInterval(~uint64_t(0)), 0u);
}

// Looks to the thread as if it had moved to a core whose counter is behind, in the inline code.
TEST(Clock, ACounterThatIsBehindOnAnotherCoreGivesZero) {
  Recording recording("behind");
  std::thread([] {
    AUTOSCOPE_SCOPE("outer");
    for (uint64_t ahead : {uint64_t(10'000'000'000), uint64_t(1) << 40}) {
      AUTOSCOPE_SCOPE("behind");
      __autoscope_slot &slot = *__autoscope_slot_of_thread;
      ASSERT_EQ(uint32_t(slot.__state), 2u);
      slot.__frames[1].__start += ahead;
    }
  }).join();
  Session session = recording.stop();
  EXPECT_EQ(session.calls("behind"), 2u);
  EXPECT_EQ(session.lost(), 0u);
  for (const record::Thread &thread : session.reader().threads()) {
    record::BackwardRecords records(thread.pieces);
    for (record::Record record; records.next(record);)
      EXPECT_EQ(record.depth == 1 ? record.duration : 0, 0u);
  }
}

}  // namespace
}  // namespace autoscope::test
