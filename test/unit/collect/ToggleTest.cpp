// Start and stop at any moment while other threads nest scopes: every session is consistent by itself.
#include "Recording.h"

#include "autoscope/scope.h"
#include "model/ScopeWalk.h"

#include <atomic>
#include <cstdio>
#include <dirent.h>
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
  for (int i = 0; i < 30; ++i) {
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

// Scopes that are entered only while nothing is recorded, and left at some time after.
class OffGate {
public:
  void start(const std::string &path) {
    isOff_ = false;
    while (entering_ > 0)
      std::this_thread::yield();
    EXPECT_EQ(autoscope::start(path).message, "");
  }
  void stop() {
    EXPECT_EQ(autoscope::stop().message, "");
    isOff_ = true;
  }
  void scopeWhileOff(int turns) {
    ++entering_;
    if (!isOff_) {
      --entering_;
      return;
    }
    AUTOSCOPE_SCOPE("entered while off");
    --entering_;
    for (int i = 0; i < turns; ++i)
      nest(1);
  }

private:
  std::atomic<int> entering_{0};
  std::atomic<bool> isOff_{true};
};

// G24. Ten thousand of them: unit_collect --gtest_filter=Toggle.AnotherThread* --gtest_repeat=200
TEST(Toggle, AnotherThreadTogglesAndNothingThatBeganWhileOffAppears) {
  OffGate gate;
  std::atomic<bool> done{false};
  std::atomic<uint64_t> turns{0}, most{~uint64_t(0)};  // so many while a profile is recorded, however slow the machine
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&, i] {
      for (int turn = 0; !done; ++turn) {
        while (turns > most && !done)
          std::this_thread::yield();
        nest(8);
        ++turns;
        if (turn % 64 == 0)  // seldom, as the one who starts waits for those who are entering
          gate.scopeWhileOff(turn / 64 % 16 * i);
      }
    });
  std::thread([&] {
    uint64_t nested = 0;
    std::string path = temporaryPath("another");
    for (int i = 0; i < 50 && !HasFailure(); ++i) {
      gate.start(path);
      uint64_t now = turns;
      most = now + 2000;
      while (turns < now + 500)
        std::this_thread::yield();
      gate.stop();
      most = ~uint64_t(0);
      Session session(path);
      expectConsistent(session);
      EXPECT_EQ(session.find("entered while off"), nullptr);
      EXPECT_EQ(session.lost(), 0u);
      nested += session.calls("nest");
    }
    EXPECT_GT(nested, 0u);
  }).join();
  done = true;
  for (std::thread &thread : threads)
    thread.join();
}

size_t countFiles(const char *folder) {
  size_t count = 0;
  if (DIR *directory = opendir(folder)) {
    while (readdir(directory))
      ++count;
    closedir(directory);
  }
  return count;
}

long residentKilobytes() {
  long kilobytes = 0;
  if (FILE *file = fopen("/proc/self/status", "re")) {
    char line[256];
    while (fgets(line, sizeof line, file))
      if (sscanf(line, "VmRSS: %ld", &kilobytes) == 1)
        break;
    fclose(file);
  }
  return kilobytes;
}

// G25.
TEST(Toggle, AThousandSessionsTakeNoMoreMemoryThanAFew) {
  std::string path = temporaryPath("thousand");
  long before = 0;
  size_t descriptors = 0, tasks = 0;
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(start(path).message, "");
    std::thread([] {
      for (int k = 0; k < 10; ++k)
        nest(9);
    }).join();
    ASSERT_EQ(stop().message, "");
    if (i == 200) {
      before = residentKilobytes();
      descriptors = countFiles("/proc/self/fd");
      tasks = countFiles("/proc/self/task");
    }
  }
  EXPECT_EQ(Session(path).calls("nest"), 100u);
  EXPECT_EQ(countFiles("/proc/self/fd"), descriptors);
  EXPECT_EQ(countFiles("/proc/self/task"), tasks);
  // AddressSanitizer keeps what was freed for a while, some 20 KiB of each session.
  long more = underThreadSanitizer ? 16384 : underSanitizer ? 65536 : 1024;
  EXPECT_LT(residentKilobytes(), before + more);
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
