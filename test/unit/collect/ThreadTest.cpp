// Threads: enrolled at their first scope, flushed at their end, named.
#include "Recording.h"

#include "autoscope/scope.h"

#include <atomic>
#include <condition_variable>
#include <thread>
#include <vector>

namespace autoscope::test {
namespace {

[[gnu::noinline]] int work(int x) {
  AUTOSCOPE_SCOPE("work");
  asm volatile("" : "+r"(x));
  return x + 1;
}

TEST(Threads, AllAreRecordedWithoutRegistration) {
  Recording recording("threads");
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([] {
      pthread_setname_np(pthread_self(), "late name");
      for (int k = 0; k < 1000; ++k)
        work(k);
    });
  for (std::thread &thread : threads)
    thread.join();
  Session session = recording.stop();
  EXPECT_EQ(session.calls("work"), 8000u);
  EXPECT_EQ(session.lost(), 0u);
  ASSERT_EQ(session.reader().threads().size(), 8u);
  for (const record::Thread &thread : session.reader().threads()) {
    EXPECT_EQ(thread.name, "late name");
    EXPECT_GT(thread.tid, 0u);
  }
}

TEST(Threads, ShortOnesAllSurviveTheirEnd) {
  constexpr int count = 20000;
  Recording recording("short");
  for (int i = 0; i < count; i += 20) {
    std::vector<std::thread> threads;
    for (int k = 0; k < 20; ++k)
      threads.emplace_back([] { work(1); });
    for (std::thread &thread : threads)
      thread.join();
  }
  Session session = recording.stop();
  EXPECT_EQ(session.calls("work"), uint64_t(count));
  EXPECT_EQ(session.lost(), 0u);
}

struct AtThreadEnd {
  ~AtThreadEnd() { work(1); }
};

TEST(Threads, ScopesInThreadLocalDestructorsAreRecorded) {
  Recording recording("tls");
  std::thread([] {
    static thread_local AtThreadEnd before;
    (void)&before;
    work(0);
    static thread_local AtThreadEnd after;
    (void)&after;
  }).join();
  Session session = recording.stop();
  EXPECT_EQ(session.calls("work"), 3u);
}

TEST(Threads, BlockedWorkerIsShownOpen) {
  Recording recording("blocked");
  std::mutex mutex;
  std::condition_variable changed;
  bool inside = false, leave = false;
  std::thread worker([&] {
    AUTOSCOPE_SCOPE("blocked");
    work(1);
    std::unique_lock<std::mutex> lock(mutex);
    inside = true;
    changed.notify_all();
    changed.wait(lock, [&] { return leave; });
  });
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return inside; });
  }
  Session session = recording.stop();
  EXPECT_EQ(session.open("blocked"), 1u);
  EXPECT_EQ(session.calls("work"), 1u);
  {
    std::lock_guard<std::mutex> lock(mutex);
    leave = true;
  }
  changed.notify_all();
  worker.join();
}

TEST(Threads, MoreThanThereAreSlotsAreCounted) {
  constexpr uint32_t count = record::slotCount + 30;
  Recording recording("slots");
  std::mutex mutex;
  std::condition_variable changed;
  uint32_t inside = 0;
  bool leave = false;
  std::vector<std::thread> threads;
  for (uint32_t i = 0; i < count; ++i)
    threads.emplace_back([&] {
      work(1);
      std::unique_lock<std::mutex> lock(mutex);
      ++inside;
      changed.notify_all();
      changed.wait(lock, [&] { return leave; });
    });
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return inside == count; });
    leave = true;
    changed.notify_all();
  }
  for (std::thread &thread : threads)
    thread.join();
  Session session = recording.stop();
  EXPECT_EQ(session.calls("work") + session.lost(), count);
  EXPECT_GE(session.calls("work"), record::slotCount - 1);
}

}  // namespace
}  // namespace autoscope::test
