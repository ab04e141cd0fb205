// A snapshot of a flight recorder is a whole session, consistent in itself, while threads run on.
#include "Recording.h"

#include "autoscope/scope.h"
#include "record/SessionInfo.h"

#include <algorithm>
#include <atomic>
#include <sys/stat.h>
#include <thread>
#include <vector>

namespace autoscope::test {
namespace {

[[gnu::noinline]] void leaf() {
  AUTOSCOPE_SCOPE("leaf");
  asm volatile("");
}
[[gnu::noinline]] void pair() {
  AUTOSCOPE_SCOPE("pair");
  leaf();
  leaf();
}

bool exists(const std::string &path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0;
}

TEST(Snapshot, HoldsWhatWasRecordedAndWhatIsOpen) {
  Recording recording("snapshot", 0, "newest");
  std::string path = temporaryPath("snapshot-taken");
  {
    AUTOSCOPE_SCOPE("around");
    for (int i = 0; i < 30'000; ++i)
      pair();
    ASSERT_EQ(snapshot(path).message, "");
    leaf();
  }
  Session taken(path);
  EXPECT_TRUE(taken.reader().finished());
  EXPECT_FALSE(taken.reader().damage().any());
  EXPECT_EQ(taken.calls("pair"), 30'000u);
  EXPECT_EQ(taken.calls("leaf"), 60'000u);
  EXPECT_EQ(taken.open("around"), 1u);
  EXPECT_EQ(taken.lost(), 0u);
  EXPECT_EQ(taken.reader().names().info(record::infoKey::snapshot), "asked for by the program");
  EXPECT_FALSE(exists(path + ".part"));
  Session whole = recording.stop();
  EXPECT_EQ(whole.calls("leaf"), 60'001u);
  EXPECT_EQ(whole.open("around"), 0u);
}

TEST(Snapshot, HasANameOfItsOwn) {
  Recording recording("snapshot-name", 0, "newest");
  leaf();
  EXPECT_EQ(snapshot().message, "");
  EXPECT_EQ(snapshot().message, "");
  std::string stem = recording.path().substr(0, recording.path().rfind('.'));
  Session first(stem + ".snapshot-1.autoscope"), second(stem + ".snapshot-2.autoscope");
  EXPECT_EQ(first.calls("leaf"), 1u);
  EXPECT_EQ(second.calls("leaf"), 1u);
  recording.stop();
}

TEST(Snapshot, IsRefusedByASentence) {
  EXPECT_EQ(snapshot().message, "no profile is being recorded");
  {
    Recording recording("snapshot-refused");
    EXPECT_EQ(snapshot().message, "a snapshot needs a flight recorder, which AUTOSCOPE_OVERFLOW=newest makes");
    recording.stop();
  }
  Recording recording("snapshot-refused", 0, "newest");
  EXPECT_EQ(snapshot("/nonexistent/x.autoscope").message,
            "cannot create /nonexistent/x.autoscope.part: No such file or directory");
  EXPECT_EQ(snapshot("x.bmp").message.find("a snapshot cannot be named x.bmp: the name must end in "), 0u);
  leaf();
  Session session = recording.stop();
  EXPECT_EQ(session.calls("leaf"), 1u);
}

// Of the newest scopes of each thread, around the instant: none is there twice, and none is missing.
void expectConsistent(const Session &session) {
  for (const record::Thread &thread : session.reader().threads()) {
    std::vector<std::pair<uint64_t, uint32_t>> starts;
    record::BackwardRecords records(thread.pieces);
    for (record::Record record; starts.size() < 20'000 && records.next(record);)
      starts.emplace_back(record.start, record.depth);
    for (const record::OpenScope &open : thread.open)
      starts.emplace_back(open.start, open.depth);
    std::sort(starts.begin(), starts.end());
    EXPECT_EQ(std::adjacent_find(starts.begin(), starts.end()), starts.end());
    for (size_t depth = 0; depth < thread.open.size(); ++depth)
      EXPECT_EQ(thread.open[depth].depth, depth);
  }
}

// Where a thread found no chunk because a snapshot had them all, and dropped its newest.
uint64_t gaps(const Session &session) {
  uint64_t count = 0;
  for (const record::Thread &thread : session.reader().threads())
    for (size_t i = 1; i < thread.chunks.size(); ++i)
      count += thread.chunks[i].sequence != thread.chunks[i - 1].sequence + 1;
  return count;
}

TEST(Snapshot, IsOneInstantOfEachThreadThatRunsOn) {
  Recording recording("snapshot-running", 0, "newest");
  std::atomic<bool> stopped{false};
  std::atomic<uint64_t> pairs{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&] {
      uint64_t count = 0;
      for (; !stopped; ++count)
        pair();
      pairs += count;
    });
  for (int i = 0; i < 3; ++i) {
    std::string path = temporaryPath("snapshot-running-" + std::to_string(i));
    ASSERT_EQ(snapshot(path).message, "");
    Session taken(path);
    EXPECT_TRUE(taken.reader().finished());
    EXPECT_FALSE(taken.reader().damage().any());
    uint64_t leaves = taken.calls("leaf") - taken.open("leaf");
    uint64_t finished = taken.calls("pair") - taken.open("pair");
    // Each finished pair has its two leaves, but for the oldest of each thread; each open one has at most two.
    uint64_t cut = 4 * gaps(taken);
    EXPECT_GE(leaves + 2 * 3 + cut, 2 * finished);
    EXPECT_LE(leaves, 2 * finished + 2 * taken.open("pair") + cut);
    expectConsistent(taken);
  }
  stopped = true;
  for (std::thread &thread : threads)
    thread.join();
  Session session = recording.stop();
  EXPECT_EQ(session.calls("leaf") + session.calls("pair") + session.lost(), 3 * pairs);
  expectConsistent(session);
}

}  // namespace
}  // namespace autoscope::test
