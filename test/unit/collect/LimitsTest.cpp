// The limits of memory and disk hold, and what they cost is counted one by one.
#include "ChildProcess.h"
#include "Recording.h"

#include "autoscope/scope.h"

#include <atomic>
#include <csignal>
#include <sys/resource.h>
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

uint64_t fileBytes(const std::string &path) {
  struct stat status = {};
  EXPECT_EQ(stat(path.c_str(), &status), 0) << path;
  return uint64_t(status.st_size);
}

// What the ring has of the disk, and so of memory.
uint64_t ringBytes(const std::string &session) {
  struct stat status = {};
  stat((session + ".ring").c_str(), &status);
  return uint64_t(status.st_blocks) * 512;
}

int millionChild() {
  for (int i = 0; i < 1'000'000; ++i)
    leaf();
  return 0;
}
ChildFunction million("million", millionChild);

TEST(Limits, TheSessionStaysWithinAutoscopeDiskAndCountsTheRest) {
  std::string path = temporaryPath("disk");
  ChildResult child = runChild("million", {{"AUTOSCOPE_OUTPUT", path}, {"AUTOSCOPE_DISK", "3"}});
  ASSERT_TRUE(WIFEXITED(child.status));
  EXPECT_NE(child.errors.find("scopes beyond AUTOSCOPE_DISK, the limit of the session's size"), std::string::npos)
      << child.errors;
  EXPECT_LE(fileBytes(path), 3u << 20);
  EXPECT_GT(fileBytes(path), 5u << 19);
  Session session(path);
  EXPECT_TRUE(session.reader().finished());
  EXPECT_FALSE(session.reader().damage().any());
  EXPECT_GT(session.calls("leaf"), 150'000u);
  EXPECT_EQ(session.calls("leaf") + session.lost(), 1'000'000u);
}

TEST(Limits, WithinTheDiskLimitNothingIsLost) {
  std::string path = temporaryPath("disk-enough");
  ChildResult child = runChild("million", {{"AUTOSCOPE_OUTPUT", path}, {"AUTOSCOPE_DISK", "17"}});
  EXPECT_EQ(child.errors, "");
  Session session(path);
  EXPECT_EQ(session.calls("leaf"), 1'000'000u);
  EXPECT_EQ(session.lost(), 0u);
}

// The writer cannot write, so that all chunks fill; then threads come and go, each with a chunk of its own.
int memoryChild() {
  std::string path = getenv("AUTOSCOPE_OUTPUT");
  uint64_t most = 0, afterwards = 0;
  for (int i = 0; i < 2'000'000; ++i) {
    leaf();
    if (i % 100'000 == 0)
      most = std::max(most, ringBytes(path));
  }
  std::atomic<int> ready{0};
  std::atomic<bool> go{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 40; ++i)
    threads.emplace_back([&] {
      leaf();
      ++ready;
      while (!go)
        std::this_thread::yield();
    });
  while (ready < 40)
    std::this_thread::yield();
  uint64_t withThreads = ringBytes(path);
  go = true;
  for (std::thread &thread : threads)
    thread.join();
  for (int i = 0; i < 1'000'000; ++i)
    leaf();
  // What the writer is behind with is given back when it comes to it.
  for (int i = 0; i < 2000 && (afterwards = ringBytes(path)) > 8u << 20; ++i)
    usleep(5000);
  fprintf(stderr, "%lu %lu %lu\n", most >> 10, withThreads >> 10, afterwards >> 10);
  return 0;
}
ChildFunction memory("memory", memoryChild);

TEST(Limits, AutoscopeBufferIsAllMemoryOfTheRecorder) {
  for (const char *overflow : {"drop", "newest"}) {
    std::string path = temporaryPath(std::string("memory-") + overflow);
    ChildResult child =
        runChild("memory", {{"AUTOSCOPE_OUTPUT", path}, {"AUTOSCOPE_BUFFER", "8"}, {"AUTOSCOPE_OVERFLOW", overflow}});
    ASSERT_TRUE(WIFEXITED(child.status));
    unsigned long most = 0, withThreads = 0, afterwards = 0;
    ASSERT_EQ(sscanf(child.errors.c_str(), "%lu %lu %lu", &most, &withThreads, &afterwards), 3) << child.errors;
    EXPECT_LE(most, 8u << 10) << overflow;
    EXPECT_GE(withThreads, 43u * 256) << overflow;  // the floor: live threads and two
    EXPECT_LE(withThreads, (43u * 256) + (41 * 48) + (1 << 10) + 512) << overflow;
    // Slots of threads that have ended stay, and the chunks make room for them.
    EXPECT_LE(afterwards, 8u << 10) << overflow;
    Session session(path);
    EXPECT_EQ(session.calls("leaf") + session.lost(), 3'000'040u) << overflow;
  }
}

int fullDiskWhileBlockingChild() {
  leaf();
  rlimit limit = {50 << 20, 50 << 20};
  setrlimit(RLIMIT_FSIZE, &limit);
  for (int i = 0; i < 5'000'000; ++i)
    leaf();
  return 3;
}
ChildFunction fullDiskWhileBlocking("full disk while blocking", fullDiskWhileBlockingChild);

TEST(Limits, BlockingOnADiskThatIsFullCountsAndEndsWell) {
  std::string path = temporaryPath("full-blocking");
  ChildResult child = runChild("full disk while blocking", {{"AUTOSCOPE_OUTPUT", path}, {"AUTOSCOPE_BUFFER", "2"}});
  ASSERT_TRUE(WIFEXITED(child.status));
  EXPECT_EQ(WEXITSTATUS(child.status), 3);
  EXPECT_NE(child.errors.find("scopes that could not be written to disk"), std::string::npos) << child.errors;
  Session session(path);
  EXPECT_EQ(session.calls("leaf") + session.lost(), 5'000'001u);
  EXPECT_FALSE(session.reader().damage().any());
}

}  // namespace
}  // namespace autoscope::test
