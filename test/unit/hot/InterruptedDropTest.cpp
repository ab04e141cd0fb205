// A signal handler with more scopes than a chunk holds interrupts a leave whose record is about to be stored, while the
// buffer is full and scopes are dropped: that store meets no record of another scope.
#include "../collect/ChildProcess.h"
#include "Recording.h"
#include "SlowDisk.h"
#include "Stepping.h"

#include "autoscope/scope.h"

#include <csignal>
#include <fstream>
#include <sys/wait.h>

namespace autoscope::test {
namespace {

uint64_t leaves = 0, targets = 0;
[[gnu::noinline]] void leaf() {
  AUTOSCOPE_SCOPE("leaf");
  ++leaves;
}
[[gnu::noinline]] void target() {
  AUTOSCOPE_SCOPE("target");
  ++targets;
}

constexpr long scopesOfAChunk = (record::chunkWords - record::chunkHeaderWords) / 2;
volatile long steps = 0, interruptAt = 0;

void trap(int) {
  if (steps++ != interruptAt)
    return;
  for (long i = 0; i < scopesOfAChunk * 3 / 2; ++i)
    leaf();
}

uint64_t wordsOfChunk() {
  return __autoscope_slot_of_thread->__state >> 32 & __autoscope_chunk_mask;
}

int droppingChild() {
  signal(SIGTRAP, trap);
  for (long at = 0, instructions = 1; at < instructions; ++at) {
    diskStandsStill = true;
    for (long i = 0; i < 14 * scopesOfAChunk; ++i)  // more than the buffer holds
      leaf();
    while (wordsOfChunk() < 1000 || wordsOfChunk() > 2000)
      leaf();
    steps = 0;
    interruptAt = at;
    stepThrough(target);
    instructions = steps;
    diskStandsStill = false;
    usleep(5000);
    for (long i = 0; i < scopesOfAChunk; ++i)  // what is in the chunk is written
      leaf();
  }
  std::ofstream(getenv("TEST_COUNT")) << targets << " " << leaves;
  return 0;
}
ChildFunction dropping("dropping", droppingChild);

TEST(InterruptedDrop, KeepsEachRecordThatIsNotDropped) {
  if (underSanitizer || !canStep)
    GTEST_SKIP() << "the instructions would be the sanitizer's, or there is no trap flag";
  std::string path = temporaryPath("dropping"), counts = path + ".count";
  ChildResult child = runChild(
      "dropping",
      {{"AUTOSCOPE_OUTPUT", path}, {"AUTOSCOPE_OVERFLOW", "drop"}, {"AUTOSCOPE_BUFFER", "2"}, {"TEST_COUNT", counts}});
  EXPECT_TRUE(WIFEXITED(child.status) && WEXITSTATUS(child.status) == 0) << child.status;
  uint64_t wantedTargets = 0, wantedLeaves = 0;
  std::ifstream(counts) >> wantedTargets >> wantedLeaves;
  unlink(counts.c_str());
  EXPECT_GE(wantedTargets, 30u);
  Session session(path);
  EXPECT_GT(session.lost(), wantedTargets * scopesOfAChunk);  // a chunk at each round
  for (const auto &[cause, count] : session.profile().losses.causes)
    EXPECT_TRUE(cause == record::LossCause::BufferFull) << count << " lost by cause " << int(cause);
  EXPECT_EQ(session.calls("target") + session.calls("leaf") + session.lost(), wantedTargets + wantedLeaves);
  EXPECT_GE(session.calls("target"), wantedTargets / 2);
  // One in the place of another would be out of time there.
  uint64_t outOfTime = 0;
  for (const record::Thread &thread : session.reader().threads()) {
    uint64_t next = ~uint64_t(0);
    record::BackwardRecords records(thread.pieces);
    for (record::Record record; records.next(record); next = record.start + record.duration)
      outOfTime += record.start + record.duration > next;
  }
  EXPECT_EQ(outOfTime, 0u);
}

}  // namespace
}  // namespace autoscope::test
