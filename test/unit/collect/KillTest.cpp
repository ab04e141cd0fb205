// A process that is killed at any moment leaves every finished scope, once, and exactly its open ones: at random
// moments, and at each instruction of the hand-off of a chunk, of the thread that fills it and of the one that writes
// it.
#include "KnownScopes.h"
#include "Recording.h"
#include "Tracer.h"

#include <csignal>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <random>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <thread>

namespace autoscope::test {
namespace {

unsigned numberOf(const char *variable, unsigned otherwise) {
  const char *text = getenv(variable);
  return text ? unsigned(atoi(text)) : otherwise;
}

int fullRateChild() {
  SharedCounts counts(getenv("TEST_COUNTS"));
  counts.keep();
  for (unsigned i = 1; i < numberOf("TEST_THREADS", 2); ++i)
    std::thread([&, i] { runKnownScopes(i, *counts); }).detach();
  runKnownScopes(0, *counts);
  return 0;
}
ChildFunction fullRate("kill full rate", fullRateChild);

void expectAll(const record::SessionReader &session, KnownCounts &counts, const std::string &when) {
  KnownFound found = findKnownScopes(session);
  EXPECT_EQ(found.error, "") << when;
  EXPECT_FALSE(session.damage().any()) << when;
  for (unsigned i = 0; i < mostKnownThreads; ++i) {
    EXPECT_GE(found.finished[i], counts.threads[i].finished) << when;
    EXPECT_LE(found.finished[i], counts.threads[i].finished + 1) << when;  // recorded, and not yet counted
  }
}

void removeSession(const std::string &path) {
  for (const char *end : {"", ".part", ".ring"})
    unlink((path + end).c_str());
}

// TEST_KILLS says how many; test/stress/kill.sh asks for more.
TEST(Kill, AtRandomMomentsLosesAndDoublesNothing) {
  std::mt19937 random(numberOf("TEST_SEED", 1));
  unsigned kills = numberOf("TEST_KILLS", 100);
  for (unsigned i = 0; i < kills && !HasFailure(); ++i) {
    unsigned threads = 2 + i % 3;
    std::string path = temporaryPath("kill");
    SharedCounts counts(path + ".counts");
    RunningChild child("kill full rate", {{"AUTOSCOPE_OUTPUT", path},
                                          {"AUTOSCOPE_BUFFER", i % 2 ? "2" : "32"},
                                          {"TEST_COUNTS", path + ".counts"},
                                          {"TEST_THREADS", std::to_string(threads)}});
    // Some are killed while their threads begin.
    while (!counts->threads[i % 4 ? threads - 1 : 0].started)
      usleep(50);
    usleep(useconds_t(random() % 6000));
    child.kill();
    std::string error;
    auto session = record::SessionReader::open(path, error);
    ASSERT_EQ(error, "");
    expectAll(*session, *counts, "kill " + std::to_string(i));
    EXPECT_TRUE(session->losses().empty());
    removeSession(path);
  }
}

uint64_t stopFrom = 0, stopTo = 0;

void stopWithin(uint64_t finished) {
  if (finished >= stopFrom && finished <= stopTo)
    raise(SIGSTOP);
}

// Whoever reads the session must take this process for dead.
void unlockFiles() {
  DIR *folder = opendir("/proc/self/fd");
  while (dirent *entry = readdir(folder))
    flock(atoi(entry->d_name), LOCK_UN);
  closedir(folder);
}

// Stops itself before and after the scope whose end needs the chunk number TEST_CHUNK; 0: the end of a thread.
int handingChild() {
  unlockFiles();
  SharedCounts counts(getenv("TEST_COUNTS"));
  counts.keep();
  unsigned chunk = numberOf("TEST_CHUNK", 0);
  if (chunk == 0) {
    stopFrom = wholeCycle - 2;
    stopTo = wholeCycle;
    std::thread([&] {
      pthread_setname_np(pthread_self(), "ending");
      runKnownScopes(1, *counts, wholeCycle, stopWithin);
    }).join();
    raise(SIGSTOP);
    return 0;
  }
  raise(SIGSTOP);  // the writer may be stopped from here on
  stopFrom = knownScopesBefore(chunk) - 1;
  stopTo = stopFrom + 4;
  runKnownScopes(0, *counts, ~uint64_t{0}, stopWithin);
  return 0;
}
ChildFunction handing("kill handing", handingChild);

// A child and what it leaves at each step.
class Stepped {
public:
  Stepped(const std::string &name, unsigned chunk)
      : path_(temporaryPath(name)), counts_(path_ + ".counts"),
        tracer_("kill handing", {{"AUTOSCOPE_OUTPUT", path_},
                                 {"AUTOSCOPE_BUFFER", "2"},
                                 {"TEST_COUNTS", path_ + ".counts"},
                                 {"TEST_CHUNK", std::to_string(chunk)}}),
        end_(knownScopesBefore(chunk)) {}
  ~Stepped() {
    if (ring_)
      munmap(ring_, ringBytes_);
    removeSession(path_);
  }

  Tracer &tracer() { return tracer_; }
  // To the first stop; then the writer waits and is stopped, too. False: not possible here.
  bool begin() {
    if (!tracer_.works())
      return false;
    pid_t stopped = tracer_.runToStop();
    EXPECT_NE(stopped, 0);
    writer_ = tracer_.thread("autoscope");
    EXPECT_NE(writer_, 0);
    if (testing::Test::HasFailure())
      return true;
    tracer_.stopWhenItWaits(writer_);
    mapRing();
    look();
    return true;
  }
  pid_t writer() const { return writer_; }
  // The scope that needs the new chunk is finished.
  bool isBeyond() { return counts_->threads[0].finished > end_; }
  bool isNear() { return counts_->threads[0].finished + 1 >= end_; }

  // One instruction, and what is left then.
  Tracer::Step step(pid_t thread) {
    Tracer::Step result = tracer_.step(thread);
    ++steps_;
    look();
    return result;
  }
  uint64_t looks() const { return looks_; }
  uint64_t steps() const { return steps_; }

private:
  void mapRing() {
    int file = open((path_ + ".ring").c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status{};
    fstat(file, &status);
    ringBytes_ = size_t(status.st_size);
    ring_ = static_cast<std::byte *>(mmap(nullptr, ringBytes_, PROT_READ, MAP_SHARED, file, 0));
    close(file);
  }

  // All that a reader decides by; the words of records count once a state covers them.
  std::string signature() {
    struct stat status{};
    stat((path_ + ".part").c_str(), &status);
    std::string all = std::to_string(status.st_size) + " " + std::to_string(counts_->threads[0].finished) + " " +
                      std::to_string(counts_->threads[1].finished);
    record::RingHeader header;
    std::memcpy(&header, ring_, sizeof(header));
    stat((path_ + ".ring").c_str(), &status);
    if (size_t(status.st_size) != ringBytes_) {
      munmap(ring_, ringBytes_);
      mapRing();
    }
    auto add = [&](uint64_t offset, size_t bytes) {
      if (offset + bytes <= ringBytes_)
        all.append(reinterpret_cast<const char *>(ring_ + offset), bytes);
    };
    for (uint32_t i = 0; i < 4; ++i)
      add(header.slotOffset + uint64_t(i) * header.slotBytes, sizeof(record::SlotHeader) + 5 * sizeof(record::Frame));
    for (uint32_t i = 0; i < header.chunks; ++i)
      add((uint64_t(header.firstChunk) + i) * record::chunkBytes, sizeof(record::ChunkHeader));
    return all;
  }

  void look() {
    std::string now = signature();
    if (now == last_)
      return;
    last_ = now;
    ++looks_;
    std::string when = "after step " + std::to_string(steps_);
    for (bool live : {false, true}) {
      int lock = open((path_ + ".part").c_str(), O_RDONLY | O_CLOEXEC);
      EXPECT_EQ(flock(lock, (live ? LOCK_EX : LOCK_SH) | LOCK_NB), 0);
      std::string error;
      auto session = record::SessionReader::open(path_, error);
      close(lock);
      ASSERT_EQ(error, "");
      EXPECT_EQ(session->recording(), live);
      expectAll(*session, *counts_, when + (live ? ", live" : ""));
    }
  }

  std::string path_;
  SharedCounts counts_;
  Tracer tracer_;
  uint64_t end_;
  pid_t writer_ = 0;
  std::byte *ring_ = nullptr;
  size_t ringBytes_ = 0;
  std::string last_;
  uint64_t steps_ = 0, looks_ = 0;
};

// Under a sanitizer most instructions are its own.
#define SKIP_WITHOUT_TRACING(stepped)                                                                                  \
  if (underSanitizer || !(stepped).begin())                                                                            \
  GTEST_SKIP() << "cannot trace a child here"

// Until it waits for work.
void stepWriter(Stepped &stepped) {
  while (!testing::Test::HasFailure() && stepped.step(stepped.writer()) != Tracer::Step::Waits) {
  }
}

// The main thread, to where the hand-off begins and then through it. False: it waits for a free chunk.
bool stepThroughHandOff(Stepped &stepped) {
  pid_t main = stepped.tracer().pid();
  while (!stepped.isNear())
    if (!stepped.tracer().runAlone(main))
      return false;
  while (!testing::Test::HasFailure() && !stepped.isBeyond())
    if (stepped.step(main) == Tracer::Step::Waits)
      return false;
  return true;
}

TEST(Kill, AtEachStepOfTheHandOffAndOfTheWriter) {
  Stepped stepped("handoff", 1);
  SKIP_WITHOUT_TRACING(stepped);
  ASSERT_TRUE(stepThroughHandOff(stepped));
  uint64_t looksOfMain = stepped.looks(), stepsOfMain = stepped.steps();
  EXPECT_GT(looksOfMain, 10u);
  stepWriter(stepped);
  EXPECT_GE(stepped.looks(), looksOfMain + 2);  // the stream has the chunk, and the chunk is free
  RecordProperty("steps", std::to_string(stepsOfMain) + " + " + std::to_string(stepped.steps() - stepsOfMain));
}

TEST(Kill, AtEachStepOfAHandOffThatWaitsForTheWriter) {
  // With the writer stopped, as many chunks as there are; one more waits.
  unsigned chunks = 1;
  for (bool waits = false; !waits && chunks < 100;) {
    Stepped probe("probe", ++chunks);
    SKIP_WITHOUT_TRACING(probe);
    while (!waits && !probe.isBeyond())
      waits = !probe.tracer().runAlone(probe.tracer().pid());
  }
  Stepped stepped("waits", chunks);
  SKIP_WITHOUT_TRACING(stepped);
  ASSERT_FALSE(stepThroughHandOff(stepped));
  // Both, now one and now the other, until the thread has got its chunk.
  std::mt19937 random(chunks);
  for (int round = 0; round < 100'000 && !HasFailure() && !stepped.isBeyond(); ++round) {
    pid_t thread = random() % 2 ? stepped.tracer().pid() : stepped.writer();
    for (unsigned i = random() % 30 + 1; i > 0 && !stepped.isBeyond(); --i)
      if (stepped.step(thread) == Tracer::Step::Waits)
        break;
  }
  EXPECT_TRUE(stepped.isBeyond());
}

TEST(Kill, AtEachStepOfBothAtOnce) {
  for (unsigned seed = 1; seed <= numberOf("TEST_INTERLEAVINGS", 3) && !HasFailure(); ++seed) {
    Stepped stepped("both", 2);
    SKIP_WITHOUT_TRACING(stepped);
    pid_t main = stepped.tracer().pid();
    while (!stepped.isNear())
      ASSERT_TRUE(stepped.tracer().runAlone(main));
    std::mt19937 random(seed);
    for (int round = 0; round < 100'000 && !HasFailure() && !stepped.isBeyond(); ++round) {
      pid_t thread = random() % 2 ? main : stepped.writer();
      for (unsigned i = random() % 30 + 1; i > 0 && !stepped.isBeyond(); --i)
        if (stepped.step(thread) == Tracer::Step::Waits)
          break;
    }
    EXPECT_TRUE(stepped.isBeyond());
  }
}

TEST(Kill, AtEachStepOfTheEndOfAThread) {
  Stepped stepped("end", 0);
  SKIP_WITHOUT_TRACING(stepped);
  pid_t ending = stepped.tracer().thread("ending");
  ASSERT_NE(ending, 0);
  while (!HasFailure() && stepped.step(ending) != Tracer::Step::Ended) {
  }
  stepWriter(stepped);
  EXPECT_GT(stepped.looks(), 10u);
}

}  // namespace
}  // namespace autoscope::test
