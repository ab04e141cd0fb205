// A session that is being recorded can be read at any moment: every scope that had finished is there, once.
#include "ChildProcess.h"
#include "KnownScopes.h"
#include "Recording.h"

#include <thread>

namespace autoscope::test {
namespace {

constexpr uint64_t largest = 48u << 20;  // bytes of records that are worth to be looked at
constexpr uint64_t burst = 9000;

// At full rate for more than a chunk, then a pause: else the file is too large to look at before it was looked at
// twice.
void inBursts(uint64_t finished) {
  thread_local uint64_t next = burst;
  if (finished < next)
    return;
  next = finished + burst;
  usleep(2000);
}

int liveChild() {
  SharedCounts counts(getenv("TEST_COUNTS"));
  counts.keep();
  std::thread([&] { runKnownScopes(1, *counts, ~uint64_t{0}, inBursts); }).detach();
  runKnownScopes(0, *counts, ~uint64_t{0}, inBursts);
  return 0;
}
ChildFunction live("live", liveChild);

// Reads one run until it is large. Returns how often.
int readRun(const std::string &path) {
  SharedCounts counts(path + ".counts");
  RunningChild child("live", {{"AUTOSCOPE_OUTPUT", path}, {"TEST_COUNTS", path + ".counts"}});
  while (!counts->threads[0].started || !counts->threads[1].started)
    usleep(100);
  int reads = 0;
  uint64_t last[2] = {};
  for (uint64_t size = 0; size < largest && !testing::Test::HasFailure(); ++reads) {
    uint64_t before[2] = {counts->threads[0].finished, counts->threads[1].finished};
    std::string error;
    auto session = record::SessionReader::open(path, error);
    uint64_t after[2] = {counts->threads[0].finished, counts->threads[1].finished};
    EXPECT_EQ(error, "");
    if (!session)
      break;
    EXPECT_TRUE(session->recording());
    EXPECT_FALSE(session->damage().any());
    EXPECT_TRUE(session->warnings().empty()) << session->warnings()[0];
    KnownFound found = findKnownScopes(*session);
    EXPECT_EQ(found.error, "") << "read " << reads;
    for (int i = 0; i < 2; ++i) {
      EXPECT_GE(found.finished[i], before[i]) << "read " << reads;
      EXPECT_GE(found.finished[i], last[i]);
      EXPECT_LE(found.finished[i], after[i] + 1);
      EXPECT_GE(found.open[i], 1u);
      last[i] = found.finished[i];
    }
    size = session->recordBytes();
  }
  child.kill();
  for (const char *end : {".part", ".ring"})
    unlink((path + end).c_str());
  return reads;
}

TEST(LiveRead, AFullRateWriterLacksNoScopeAtAnyMoment) {
  int reads = 0;
  for (int run = 0; reads < 40 && run < 40 && !HasFailure(); ++run)
    reads += readRun(temporaryPath("live"));
}

}  // namespace
}  // namespace autoscope::test
