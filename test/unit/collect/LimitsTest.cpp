// The limits of memory and disk hold, and what they cost is counted one by one.
#include "ChildProcess.h"
#include "Recording.h"

#include "autoscope/scope.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <regex>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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

// Scopes that run when the limit is reached: one that ends before the profile does, one that does not, and the scopes
// of a thread that has little to say.
int runningChild() {
  std::atomic<bool> go{false}, done{false};
  std::thread quiet([&] {
    AUTOSCOPE_SCOPE("quiet");
    leaf();
    go = true;
    while (!done)
      std::this_thread::yield();
    {
      AUTOSCOPE_SCOPE("too late");
    }
  });
  while (!go)
    std::this_thread::yield();
  {
    AUTOSCOPE_SCOPE("phase");
    for (int i = 0; i < 1'000'000; ++i)
      leaf();
  }
  {
    AUTOSCOPE_SCOPE("second phase");
    leaf();
  }
  done = true;
  quiet.join();
  AUTOSCOPE_SCOPE("never entered in time");
  exit(0);
}
ChildFunction running("running", runningChild);

TEST(Limits, TheSessionSaysUntilWhenItGoesAndWhatWasRunningThen) {
  std::string path = temporaryPath("disk-until");
  ChildResult child = runChild("running", {{"AUTOSCOPE_OUTPUT", path}, {"AUTOSCOPE_DISK", "1"}});
  ASSERT_TRUE(WIFEXITED(child.status));
  EXPECT_NE(child.errors.find("autoscope: recorded until "), std::string::npos) << child.errors;
  EXPECT_LE(fileBytes(path), 1u << 20);
  Session session(path);
  const record::SessionReader &reader = session.reader();
  EXPECT_FALSE(reader.damage().any());
  EXPECT_EQ(session.profile().losses.damagedRecords, 0u);
  EXPECT_EQ(session.calls("phase"), 1u);
  EXPECT_EQ(session.open("phase"), 1u);
  EXPECT_EQ(session.calls("quiet"), 1u);
  EXPECT_EQ(session.open("quiet"), 1u);
  EXPECT_EQ(session.find("second phase"), nullptr);
  EXPECT_EQ(session.find("too late"), nullptr);
  EXPECT_EQ(session.find("never entered in time"), nullptr);
  EXPECT_EQ(session.open("leaf"), 0u);
  EXPECT_EQ(session.calls("leaf") + session.lost() + 2, 1'000'002u + 5);
  uint64_t until = reader.writtenUntil();
  EXPECT_GT(until, reader.window().start);
  EXPECT_LT(until, reader.window().stop);
  ASSERT_TRUE(session.profile().losses.writtenNs);
  EXPECT_LT(*session.profile().losses.writtenNs, session.profile().windowNs);
  // All that ended before, and nothing that began after.
  for (const record::Thread &thread : reader.threads()) {
    record::BackwardRecords records(thread.pieces);
    for (record::Record record; records.next(record);) {
      EXPECT_LE(record.start, until);
      EXPECT_TRUE((record.flags & record::scopeCutByEnd) || record.start + record.duration <= until);
    }
  }
  // Times of what was cut are those until then.
  EXPECT_LE(session.find("phase")->totalNs, *session.profile().losses.writtenNs + 1000);
  EXPECT_GE(session.find("phase")->totalNs, session.find("leaf")->totalNs / 2);
}

TEST(Limits, AnOptionThatNeedsAnotherOneSaysSo) {
  std::string path = temporaryPath("needs");
  ChildResult child = runChild("million", {{"AUTOSCOPE_OUTPUT", path}, {"AUTOSCOPE_NEWEST_SECONDS", "5"}});
  EXPECT_EQ(child.errors, "autoscope: AUTOSCOPE_NEWEST_SECONDS has no effect: it needs a flight recorder, which "
                          "AUTOSCOPE_OVERFLOW=newest makes\n");
  EXPECT_EQ(Session(path).calls("leaf"), 1'000'000u);
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
    EXPECT_LE(withThreads, (43u * 256) + (41 * (record::slotBytes >> 10)) + (1 << 10) + 512) << overflow;
    // Slots of threads that have ended stay, and the chunks make room for them.
    EXPECT_LE(afterwards, 8u << 10) << overflow;
    Session session(path);
    EXPECT_EQ(session.calls("leaf") + session.lost(), 3'000'040u) << overflow;
  }
}

// As on a full disk: the ring, which may grow, cannot.
int threadsOnAFullDiskChild() {
  leaf();
  rlim_t bytes = fileBytes(std::string(getenv("AUTOSCOPE_OUTPUT")) + ".ring");
  rlimit limit = {bytes, bytes};
  setrlimit(RLIMIT_FSIZE, &limit);
  std::atomic<int> ready{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 100; ++i)
    threads.emplace_back([&ready] {
      leaf();
      ++ready;
      while (ready < 100)
        std::this_thread::yield();
    });
  for (std::thread &thread : threads)
    thread.join();
  return 0;
}
ChildFunction threadsOnAFullDisk("threads on a full disk", threadsOnAFullDiskChild);

TEST(Limits, AThreadThatTheDiskHasNoRoomForIsNotOneTooMany) {
  std::string path = temporaryPath("full-threads");
  ChildResult child = runChild("threads on a full disk", {{"AUTOSCOPE_OUTPUT", path}, {"AUTOSCOPE_OVERFLOW", "drop"}});
  ASSERT_TRUE(WIFEXITED(child.status));
  EXPECT_NE(child.errors.find("scopes that could not be written to disk"), std::string::npos) << child.errors;
  EXPECT_EQ(child.errors.find("512 live threads"), std::string::npos) << child.errors;
  Session session(path);
  EXPECT_EQ(session.calls("leaf") + session.lost(), 101u);
}

// The tail of a session, with its names, does not fit; then there is room again.
int unfinishedBeforeNextChild() {
  std::string path = getenv("TEST_FIRST");
  if (!start(path).ok())
    return 1;
  for (int i = 0; i < 1000; ++i)
    leaf();
  rlimit before = {};
  getrlimit(RLIMIT_FSIZE, &before);
  rlimit limit = {fileBytes(path + ".part") + sizeof(record::ChunkHeader) + 1000 * 16 + 8, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &limit);
  if (stop().ok())
    return 2;
  setrlimit(RLIMIT_FSIZE, &before);
  if (!start(getenv("TEST_SECOND")).ok())
    return 3;
  for (int i = 0; i < 500; ++i)
    leaf();
  if (!stop().ok())
    return 4;
  const char *third = getenv("TEST_THIRD");
  return !third || (start(third).ok() && stop().ok()) ? 0 : 5;
}
ChildFunction unfinishedBeforeNext("unfinished before the next", unfinishedBeforeNextChild);

TEST(Limits, AnUnfinishedSessionKeepsItsNamesWhenTheNextOneBegins) {
  std::string first = temporaryPath("unfinished"), second = temporaryPath("next");
  ChildResult child = runChild("unfinished before the next", {{"TEST_FIRST", first}, {"TEST_SECOND", second}});
  ASSERT_TRUE(WIFEXITED(child.status));
  EXPECT_EQ(WEXITSTATUS(child.status), 0) << child.errors;
  EXPECT_NE(access((second + ".ring").c_str(), F_OK), 0);
  Session unfinished(first), next(second);
  EXPECT_FALSE(unfinished.reader().finished());
  EXPECT_EQ(unfinished.calls("leaf"), 1000u);
  EXPECT_EQ(unfinished.lost(), 0u);
  EXPECT_EQ(next.calls("leaf"), 500u);
}

// The ring cannot have a name there, too.
TEST(Limits, AnUnfinishedSessionKeepsItsNamesWhenTheNextOneIsOnAnotherFileSystem) {
  std::string first = temporaryPath("unfinished-elsewhere");
  std::string second = "/dev/shm/autoscope-next-" + std::to_string(getpid()) + ".autoscope";
  struct stat here = {}, there = {};
  stat(first.substr(0, first.rfind('/')).c_str(), &here);
  if (stat("/dev/shm", &there) != 0 || here.st_dev == there.st_dev)
    GTEST_SKIP() << "no other file system at /dev/shm";
  ChildResult child = runChild("unfinished before the next", {{"TEST_FIRST", first}, {"TEST_SECOND", second}});
  ASSERT_TRUE(WIFEXITED(child.status));
  EXPECT_EQ(WEXITSTATUS(child.status), 0) << child.errors;
  Session unfinished(first), next(second);
  EXPECT_EQ(unfinished.calls("leaf"), 1000u);
  EXPECT_EQ(next.calls("leaf"), 500u);
}

TEST(Limits, ARingThatHadTwoNamesLeavesNone) {
  std::string first = temporaryPath("unfinished-twice"), second = temporaryPath("next-of-it");
  ChildResult child =
      runChild("unfinished before the next", {{"TEST_FIRST", first}, {"TEST_SECOND", second}, {"TEST_THIRD", first}});
  ASSERT_TRUE(WIFEXITED(child.status));
  EXPECT_EQ(WEXITSTATUS(child.status), 0) << child.errors;
  EXPECT_NE(access((first + ".ring").c_str(), F_OK), 0);
  EXPECT_NE(access((second + ".ring").c_str(), F_OK), 0);
  Session next(second);
  EXPECT_EQ(next.calls("leaf"), 500u);
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

// A chunk holds 16,380 of these.
constexpr uint64_t leavesOfFlight = 18 * 16'380 + 5'000;

int fullAtTheEndChild() {
  for (uint64_t i = 0; i < leavesOfFlight; ++i)
    leaf();
  rlimit limit = {1 << 20, 1 << 20};
  setrlimit(RLIMIT_FSIZE, &limit);
  return 3;
}
ChildFunction fullAtTheEnd("full at the end", fullAtTheEndChild);

// It promises the newest: what cannot be written moves its beginning, and what is older than that is some of it.
TEST(Limits, AFlightRecorderOnAFullDiskSaysFromWhenOnItIsWhole) {
  std::string path = temporaryPath("full-flight");
  ChildResult child = runChild("full at the end", {{"AUTOSCOPE_OUTPUT", path}, {"AUTOSCOPE_OVERFLOW", "newest"}});
  EXPECT_NE(child.errors.find("scopes that could not be written to disk"), std::string::npos) << child.errors;
  EXPECT_EQ(child.errors.find("recorded until"), std::string::npos) << child.errors;
  Session session(path);
  EXPECT_EQ(session.calls("leaf") + session.lost(), leavesOfFlight);
  EXPECT_GT(session.lost(), 0u);
  EXPECT_FALSE(session.profile().losses.writtenNs);
  EXPECT_TRUE(session.profile().losses.isOfFlightRecorder);
  EXPECT_FALSE(session.reader().damage().any());
  uint64_t whole = 0, before = 0;
  for (const record::Thread &thread : session.reader().threads()) {
    record::BackwardRecords records(thread.pieces);
    for (record::Record record; records.next(record);)
      ++(record.start + record.duration >= session.reader().keptFrom() ? whole : before);
  }
  EXPECT_EQ(whole, 5'000u);
  EXPECT_EQ(before % 16'380, 0u);
}

// Where writing a session fails with this from some moment on.
std::atomic<int> writeErrno{0};

int fullAtOnceChild() {
  AUTOSCOPE_SCOPE("until the end");
  for (int i = 0; i < 100'000; ++i)
    leaf();
  writeErrno = atoi(getenv("TEST_ERRNO"));
  for (int i = 0; i < 100'000; ++i)
    leaf();
  exit(3);
}
ChildFunction fullAtOnce("full at once", fullAtOnceChild);

TEST(Limits, AFullDiskAndAQuotaAreToldAlike) {
  for (int error : {ENOSPC, EDQUOT}) {
    std::string path = temporaryPath("full-" + std::to_string(error)), number = std::to_string(error);
    ChildResult child = runChild("full at once", {{"AUTOSCOPE_OUTPUT", path}, {"TEST_ERRNO", number}});
    ASSERT_TRUE(WIFEXITED(child.status));
    EXPECT_EQ(WEXITSTATUS(child.status), 3);
    Session session(path);
    std::string expected =
        "^autoscope: lost " + std::to_string(session.lost()) +
        " scopes that could not be written to disk\n"
        "autoscope: recorded until [0-9.]+m?s after the start: every scope that ended before is kept, "
        "and of those that ended later, some\n"
        "autoscope: cannot write " +
        path + ".part: " + strerror(error) + "\n$";
    EXPECT_TRUE(std::regex_match(child.errors, std::regex(expected))) << child.errors << expected;
    EXPECT_TRUE(session.profile().losses.writtenNs);
    EXPECT_EQ(session.open("until the end"), 1u);
    EXPECT_EQ(session.calls("leaf") + session.lost(), 200'000u);
  }
}

}  // namespace
}  // namespace autoscope::test

// In place of the C library's, for all of this program.
extern "C" ssize_t pwrite(int fd, const void *data, size_t bytes, off_t offset) {
  if (int error = autoscope::test::writeErrno) {
    errno = error;
    return -1;
  }
  return syscall(SYS_pwrite64, fd, data, bytes, offset);
}
