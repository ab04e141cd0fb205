// AUTOSCOPE_OVERFLOW=newest: the newest scopes are kept in memory, whole and in order, and every other one is counted.
#include "ChildProcess.h"
#include "Recording.h"

#include "autoscope/scope.h"
#include "report/LossReport.h"

#include <csignal>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <vector>

namespace autoscope::test {
namespace {

[[gnu::noinline]] void leaf() {
  AUTOSCOPE_SCOPE("leaf");
  asm volatile("");
}
[[gnu::noinline]] void first() {
  AUTOSCOPE_SCOPE("first");
  asm volatile("");
}
[[gnu::noinline]] void last() {
  AUTOSCOPE_SCOPE("last");
  asm volatile("");
}

constexpr int scopes = 2'000'000, threadCount = 3;

void record() {
  AUTOSCOPE_SCOPE("around");
  for (int i = 0; i < 1000; ++i)
    first();
  std::vector<std::thread> threads;
  for (int t = 0; t < threadCount; ++t)
    threads.emplace_back([] {
      for (int i = 0; i < scopes; ++i)
        leaf();
    });
  for (std::thread &thread : threads)
    thread.join();
  for (int i = 0; i < 1000; ++i)
    last();
}

uint64_t fileBytes(const std::string &path) {
  struct stat status = {};
  stat(path.c_str(), &status);
  return uint64_t(status.st_size);
}

int endingChild() {
  record();
  fprintf(stderr, "%lu\n", fileBytes(std::string(getenv("AUTOSCOPE_OUTPUT")) + ".part"));
  if (getenv("TEST_KILLED"))
    raise(SIGKILL);
  return 0;
}
ChildFunction ending("flight recorder", endingChild);

Environment environment(const std::string &path) {
  return {{"AUTOSCOPE_OUTPUT", path}, {"AUTOSCOPE_BUFFER", "8"}, {"AUTOSCOPE_OVERFLOW", "newest"}};
}

// Within a thread what is kept has no gap: it is the end of what the thread did.
void expectTheEnd(const Session &session) {
  for (const record::Thread &thread : session.reader().threads())
    for (size_t i = 1; i < thread.chunks.size(); ++i)
      EXPECT_EQ(thread.chunks[i].sequence, thread.chunks[i - 1].sequence + 1);
}

TEST(FlightRecorder, TheSessionHoldsTheNewestAndCountsTheRest) {
  std::string path = temporaryPath("newest");
  ChildResult child = runChild("flight recorder", environment(path));
  ASSERT_TRUE(WIFEXITED(child.status));
  // Only the head is in the stream before the end. And nothing was lost that was to be kept.
  EXPECT_LT(std::stoul(child.errors), 8192u);
  EXPECT_EQ(child.errors.find("lost"), std::string::npos) << child.errors;
  Session session(path);
  EXPECT_TRUE(session.reader().finished());
  EXPECT_LE(fileBytes(path), 8u << 20);
  EXPECT_GT(fileBytes(path), 5u << 20);
  EXPECT_EQ(session.calls("last"), 1000u);
  EXPECT_EQ(session.calls("around"), 1u);
  EXPECT_GT(session.calls("leaf"), 300'000u);
  EXPECT_EQ(session.calls("leaf") + session.calls("first") + session.calls("last") + session.lost(),
            uint64_t(scopes) * threadCount + 2000);
  expectTheEnd(session);
}

TEST(FlightRecorder, TheWindowBeginsWhereMemoryDid) {
  std::string path = temporaryPath("newest-window");
  runChild("flight recorder", environment(path));
  Session session(path);
  const record::SessionReader &reader = session.reader();
  EXPECT_GT(reader.keptFrom(), reader.window().start);
  EXPECT_LT(reader.keptFrom(), reader.window().stop);
  // All that ended since is there: as many as a quarter of the memory holds at least.
  EXPECT_LT(session.profile().windowNs, session.find("around")->totalNs);
  EXPECT_NE(report::lossReport(session.profile()).find("Flight recorder: all scopes that ended in the last "),
            std::string::npos);
}

TEST(FlightRecorder, AfterAKillTheRingHasTheSame) {
  std::string path = temporaryPath("newest-killed");
  Environment variables = environment(path);
  variables["TEST_KILLED"] = "1";
  ChildResult child = runChild("flight recorder", variables);
  ASSERT_TRUE(WIFSIGNALED(child.status));
  Session session(path);
  EXPECT_FALSE(session.reader().finished());
  EXPECT_EQ(session.calls("last"), 1000u);
  EXPECT_EQ(session.calls("around"), 1u);  // open, or finished just before
  EXPECT_GT(session.calls("leaf"), 300'000u);
  EXPECT_EQ(session.calls("leaf") + session.calls("first") + session.calls("last") + session.lost(),
            uint64_t(scopes) * threadCount + 2000);
  EXPECT_GT(session.reader().keptFrom(), session.reader().window().start);
  expectTheEnd(session);
}

int secondsChild() {
  for (int i = 0; i < 100'000; ++i)
    first();
  std::thread([] { first(); }).join();
  usleep(1'300'000);
  for (int i = 0; i < 1000; ++i)
    last();
  return 0;
}
ChildFunction seconds("seconds", secondsChild);

TEST(FlightRecorder, OnlyTheLastSecondsAreWritten) {
  std::string path = temporaryPath("newest-seconds");
  Environment variables = environment(path);
  variables["AUTOSCOPE_NEWEST_SECONDS"] = "1";
  runChild("seconds", variables);
  Session session(path);
  EXPECT_EQ(session.calls("last"), 1000u);
  EXPECT_LT(session.calls("first"), 8192u);  // those in the chunk that the thread was still filling
  EXPECT_EQ(session.calls("first") + session.lost(), 100'001u);
  EXPECT_LE(session.profile().windowNs, 1'001'000'000u);
}

TEST(FlightRecorder, TheDiskLimitTakesTheOldest) {
  std::string path = temporaryPath("newest-disk");
  Environment variables = environment(path);
  variables["AUTOSCOPE_DISK"] = "3";
  runChild("flight recorder", variables);
  EXPECT_LE(fileBytes(path), 3u << 20);
  Session session(path);
  EXPECT_EQ(session.calls("last"), 1000u);
  EXPECT_EQ(session.calls("leaf") + session.calls("first") + session.calls("last") + session.lost(),
            uint64_t(scopes) * threadCount + 2000);
  expectTheEnd(session);
}

// Sessions of one process: what the first kept is none of the second's, and a streaming one may follow.
TEST(FlightRecorder, SessionsFollowOneAnother) {
  for (const char *overflow : {"newest", "newest", "block", "newest"}) {
    Recording recording("newest-again", 0, overflow);
    for (int i = 0; i < 20'000; ++i)
      leaf();
    Session session = recording.stop();
    EXPECT_EQ(session.calls("leaf"), 20'000u) << overflow;
    EXPECT_EQ(session.lost(), 0u);
    EXPECT_EQ(session.reader().keptFrom(), 0u);
  }
}

// A chunk holds 16,380 of these: the last one of them begins a chunk.
constexpr uint64_t scopesOfChunks = 91 * 16'380;

int oneThreadChild() {
  for (uint64_t i = 0; i < scopesOfChunks + std::stoul(getenv("TEST_MORE")); ++i)
    leaf();
  return 0;
}
ChildFunction oneThread("one thread", oneThreadChild);

TEST(FlightRecorder, TheLeastMemoryHoldsMoreThanTheChunkThatHasJustBegun) {
  for (uint64_t more : {0, 1, 20, 8000}) {
    std::string path = temporaryPath("newest-least");
    runChild("one thread", {{"AUTOSCOPE_OUTPUT", path},
                            {"AUTOSCOPE_OVERFLOW", "newest"},
                            {"AUTOSCOPE_BUFFER", "2"},
                            {"TEST_MORE", std::to_string(more)}});
    Session session(path);
    EXPECT_GE(session.calls("leaf"), 16'000u) << more;
    EXPECT_EQ(session.calls("leaf") + session.lost(), scopesOfChunks + more);
  }
}

int placeChild() {
  auto tellPlace = [] {
    struct stat status = {};
    stat((std::string(getenv("AUTOSCOPE_OUTPUT")) + ".ring").c_str(), &status);
    fprintf(stderr, "%ld ", long(status.st_blocks));
  };
  for (int i = 0; i < 1'000'000; ++i)
    leaf();
  tellPlace();
  stop();
  tellPlace();
  return 0;
}
ChildFunction place("place", placeChild);

// So that the session fits where the ring filled the disk.
TEST(FlightRecorder, TheRingGivesItsPlaceOnTheDiskToTheSession) {
  std::string path = temporaryPath("newest-place");
  ChildResult child = runChild("place", environment(path));
  long before = 0, after = 0;
  ASSERT_EQ(sscanf(child.errors.c_str(), "%ld %ld", &before, &after), 2) << child.errors;
  EXPECT_GT(before, 0);
  EXPECT_LT(after, before / 2);
  Session session(path);
  EXPECT_EQ(session.calls("leaf") + session.lost(), 1'000'000u);
  EXPECT_GT(session.calls("leaf"), 100'000u);
}

}  // namespace
}  // namespace autoscope::test
