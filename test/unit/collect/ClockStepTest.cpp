// A machine that is suspended while a profile is recorded: the counter runs on, the system's clock does not. Times
// before and after are right, and the reader says what happened.
#include "ChildProcess.h"
#include "Recording.h"

#include "autoscope/scope.h"
#include "collect/ClockSample.h"
#include "hot/Clock.h"

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>

namespace autoscope::test {
namespace {

std::atomic<uint64_t> jump{0};

uint64_t jumpingTicks() {
  return hot::monotonicTicks() + jump;
}

uint64_t lastReading() {
  std::ifstream ring(std::string(getenv("TEST_SESSION")) + ".ring", std::ios::binary);
  record::ClockPoint point;
  ring.seekg(offsetof(record::RingHeader, last));
  ring.read(reinterpret_cast<char *>(&point), sizeof point);
  return point.monotonicNs;
}

// Fills chunks, after each of which the writer reads the clocks, until it has. False: it does not.
bool haveClocksRead() {
  uint64_t begin = hot::monotonicTicks();
  while (lastReading() <= begin) {
    if (hot::monotonicTicks() - begin > 60'000'000'000)
      return false;
    for (int i = 0; i < 30'000; ++i) {
      AUTOSCOPE_SCOPE("work");
    }
  }
  return true;
}

void wait(int milliseconds) {
  timespec time = {0, milliseconds * 1'000'000l};
  nanosleep(&time, nullptr);
}

[[gnu::noinline]] uint64_t before() {
  uint64_t start = hot::monotonicTicks();
  AUTOSCOPE_SCOPE("before");
  wait(20);
  return hot::monotonicTicks() - start;
}

[[gnu::noinline]] uint64_t after() {
  uint64_t start = hot::monotonicTicks();
  AUTOSCOPE_SCOPE("after");
  wait(20);
  return hot::monotonicTicks() - start;
}

int suspended() {
  hot::overrideClock(jumpingTicks);
  if (!start(getenv("TEST_SESSION")).ok())
    return 1;
  wait(20);  // a rate is one of readings that are far apart
  uint64_t first = haveClocksRead() ? before() : 0;
  if (!haveClocksRead())
    return 3;
  jump = 3600'000'000'000;
  uint64_t second = haveClocksRead() ? after() : 0;
  fprintf(stderr, "%llu %llu", static_cast<unsigned long long>(first), static_cast<unsigned long long>(second));
  return stop().ok() ? 0 : 2;
}
ChildFunction suspending("suspended", suspended);

TEST(ClockStep, ASuspendedMachineLeavesTheTimesAroundRight) {
  std::string path = temporaryPath("suspended");
  ChildResult child = runChild("suspended", {{"TEST_SESSION", path}});
  ASSERT_EQ(child.status, 0) << child.errors;
  unsigned long long first = 0, second = 0;
  ASSERT_EQ(sscanf(child.errors.c_str(), "%llu %llu", &first, &second), 2) << child.errors;
  Session session(path);
  ASSERT_TRUE(session.find("before") && session.find("after"));
  EXPECT_NEAR(double(session.find("before")->totalNs), double(first), double(first) / 20);
  EXPECT_NEAR(double(session.find("after")->totalNs), double(second), double(second) / 20);
  std::string warnings;
  for (const std::string &warning : session.reader().warnings())
    warnings += warning;
  EXPECT_NE(warnings.find("ran at odd rates 1 time, so times may be wrong"), std::string::npos) << warnings;
}

TEST(ClockStep, RatesDifferOnlyBeyondTheUncertaintyOfTheReadings) {
  const record::ClockPoint first = {1000, 1'000'000'000, 0}, before = {3'000'001'000, 2'000'000'000, 0};
  auto at = [&](uint64_t ticks, uint64_t ns) {
    return record::ClockPoint{before.ticks + ticks, before.monotonicNs + ns, 0};
  };
  EXPECT_FALSE(collect::rateChanged(first, before, at(3'000'000'000, 1'000'000'000)));
  EXPECT_FALSE(collect::rateChanged(first, before, at(3'030'000'000, 1'000'000'000)));
  EXPECT_TRUE(collect::rateChanged(first, before, at(3'300'000'000, 1'000'000'000)));
  EXPECT_TRUE(collect::rateChanged(first, before, at(2'700'000'000, 1'000'000'000)));
  EXPECT_FALSE(collect::rateChanged(first, before, at(2'000'000, 500'000)));  // too short to tell
  EXPECT_FALSE(collect::rateChanged(first, first, at(3'300'000'000, 1'000'000'000)));
}

}  // namespace
}  // namespace autoscope::test
