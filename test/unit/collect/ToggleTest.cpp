// Start and stop at any moment while other threads nest scopes: every session is consistent by itself.
#include "Recording.h"

#include "autoscope/scope.h"
#include "model/ScopeWalk.h"

#include <atomic>
#include <thread>
#include <vector>

namespace autoscope::test {
namespace {

[[gnu::noinline]] int nest(int depth) {
  AUTOSCOPE_SCOPE("nest");
  asm volatile("" : "+r"(depth));
  return depth == 0 ? 0 : nest(depth - 1) + 1;
}

void expectConsistent(const Session &session) {
  const record::SessionReader &reader = session.reader();
  EXPECT_TRUE(reader.finished());
  EXPECT_FALSE(reader.damage().any());
  EXPECT_EQ(session.profile().losses.damagedRecords, 0u);
  for (const record::Thread &thread : reader.threads()) {
    uint64_t before = ~uint64_t(0);
    record::BackwardRecords records(thread.pieces);
    for (record::Record record; records.next(record);) {
      ASSERT_LT(record.duration, uint64_t(1) << 40);  // a negative one would be huge
      ASSERT_LE(record.start + record.duration, before) << "records are not in order of leaving";
      before = record.start + record.duration;
    }
  }
}

TEST(Toggle, SessionsUnderLoadAreConsistent) {
  std::atomic<bool> done{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      while (!done)
        nest(8);
    });
  for (int i = 0; i < 100; ++i) {
    Recording recording("toggle");
    Session session = recording.stop();
    expectConsistent(session);
    if (HasFatalFailure())
      break;
  }
  done = true;
  for (std::thread &thread : threads)
    thread.join();
}

TEST(Toggle, FromSeveralThreadsOneWins) {
  std::atomic<int> started{0}, stopped{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 100; ++k) {
        started += start(temporaryPath("race")).ok();
        nest(3);
        stopped += stop().ok();
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_GT(started, 0);
  EXPECT_EQ(started, stopped);
  unlink(temporaryPath("race").c_str());
}

}  // namespace
}  // namespace autoscope::test
