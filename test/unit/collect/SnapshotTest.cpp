// A snapshot of a flight recorder is a whole session, consistent in itself, while threads run on.
#include "ChildProcess.h"
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

TEST(Snapshot, HasPlaceholdersInItsNameAsOutputsHave) {
  Recording recording("snapshot-placeholder", 0, "newest");
  leaf();
  std::string stem = temporaryPath("snapshot-placeholder-of");
  EXPECT_EQ(snapshot(stem + "-%p%%.autoscope").message, "");
  EXPECT_EQ(snapshot("x%q.autoscope").message,
            "a snapshot cannot be named x%q.autoscope: %q is no placeholder (%h, %p, %r, %t and %% are)");
  Session taken(stem + "-" + std::to_string(getpid()) + "%.autoscope");
  EXPECT_EQ(taken.calls("leaf"), 1u);
  recording.stop();
}

TEST(Snapshot, IsNotTheOutput) {
  Recording recording("snapshot-output", 0, "newest");
  leaf();
  EXPECT_EQ(snapshot(recording.path()).message,
            recording.path() + " is the session of this profile, and no name for a snapshot");
  Session session = recording.stop();
  EXPECT_EQ(session.calls("leaf"), 1u);
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

[[gnu::noinline]] void slowOrNot(long microseconds) {
  AUTOSCOPE_SCOPE("slowOrNot");
  leaf();
  if (microseconds)
    usleep(useconds_t(microseconds));
}

int ruleChild() {
  if (getenv("TEST_UNPROFILED"))
    return 0;
  AUTOSCOPE_SCOPE("around");
  for (int i = 0; i < 5000; ++i)
    slowOrNot(0);
  std::string path = getenv("AUTOSCOPE_OUTPUT");
  for (const char *end : {".snapshot-1.autoscope", ".snapshot-2.autoscope", "", ""}) {
    slowOrNot(250'000);
    for (int i = 0; *end && i < 2000 && !exists(path.substr(0, path.rfind('.')) + end); ++i)
      usleep(5000);
  }
  return 0;
}
ChildFunction ruled("rule", ruleChild);

TEST(Snapshot, ARuleTakesThemAndTheRestIsCounted) {
  std::string path = temporaryPath("rule");
  ChildResult child = runChild("rule", {{"AUTOSCOPE_OUTPUT", path},
                                        {"AUTOSCOPE_OVERFLOW", "newest"},
                                        {"AUTOSCOPE_SNAPSHOT_WHEN", "other > 1ns; slow* > 200 ms"},
                                        {"AUTOSCOPE_SNAPSHOT_LIMIT", "2"}});
  std::string stem = path.substr(0, path.rfind('.'));
  EXPECT_EQ(child.errors.find("autoscope: snapshot " + stem + ".snapshot-1.autoscope: slowOrNot took "), 0u)
      << child.errors;
  EXPECT_NE(child.errors.find(" ms (slow* > 200 ms)\n"), std::string::npos) << child.errors;
  EXPECT_NE(child.errors.find("\nautoscope: 2 more scopes took longer than AUTOSCOPE_SNAPSHOT_WHEN allows, while a "
                              "snapshot was being written or after the last of 2\n"),
            std::string::npos)
      << child.errors;
  Session first(stem + ".snapshot-1.autoscope"), second(stem + ".snapshot-2.autoscope");
  EXPECT_EQ(first.calls("slowOrNot"), 5001u);
  EXPECT_EQ(first.open("around"), 1u);
  EXPECT_EQ(second.calls("slowOrNot"), 5002u);
  Session whole(path);
  EXPECT_EQ(whole.calls("slowOrNot"), 5004u);
  EXPECT_EQ(whole.calls("leaf"), 5004u);
  EXPECT_EQ(whole.lost(), 0u);
}

int leafChild() {
  leaf();
  return 0;
}
ChildFunction oneLeaf("one-leaf", leafChild);

TEST(Snapshot, ARuleThatIsNoneIsRefused) {
  std::string path = temporaryPath("no-rule");
  Environment variables = {
      {"AUTOSCOPE_OUTPUT", path}, {"AUTOSCOPE_SNAPSHOT_WHEN", "slow* > 5 weeks"}, {"TEST_UNPROFILED", "1"}};
  EXPECT_EQ(runChild("one-leaf", variables).errors, "autoscope: AUTOSCOPE_SNAPSHOT_WHEN: 'slow* > 5 weeks' is not GLOB "
                                                    "> TIME, with a whole time above 0 as 250us, 5ms or 2s; "
                                                    "this run is not profiled\n");
  variables["AUTOSCOPE_SNAPSHOT_WHEN"] = "slow* > 5ms";
  EXPECT_EQ(
      runChild("one-leaf", variables).errors,
      "autoscope: AUTOSCOPE_SNAPSHOT_WHEN needs a flight recorder, which AUTOSCOPE_OVERFLOW=newest makes; this run "
      "is not profiled\n");
}

}  // namespace
}  // namespace autoscope::test
