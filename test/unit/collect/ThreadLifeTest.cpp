// Ways in which threads begin and end: none needs a registration, none loses a scope, and none leaves memory behind.
#include "Recording.h"

#include "autoscope/scope.h"

#include <atomic>
#include <deque>
#include <fstream>
#include <functional>
#include <future>
#include <mutex>
#include <pthread.h>
#include <sys/syscall.h>
#include <thread>
#include <threads.h>
#include <vector>

namespace autoscope::test {
namespace {

[[gnu::noinline]] int work(int x) {
  AUTOSCOPE_SCOPE("work");
  asm volatile("" : "+r"(x));
  return x + 1;
}

void *threadMain(void *(*function)(void *)) {
  pthread_t thread;
  void *result = nullptr;
  EXPECT_EQ(pthread_create(&thread, nullptr, function, nullptr), 0);
  EXPECT_EQ(pthread_join(thread, &result), 0);
  return result;
}

// How much a process may have grown; under a sanitizer, which keeps what is freed, anything.
constexpr uint64_t allowed(uint64_t kilobytes) {
  return underSanitizer ? 1u << 30 : kilobytes;
}

uint64_t residentKilobytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmRSS:", 0) == 0)
      return std::stoull(line.substr(6));
  return 0;
}

void runShortThreads(int count) {
  for (int i = 0; i < count; i += 20) {
    std::vector<std::thread> threads;
    for (int k = 0; k < 20; ++k)
      threads.emplace_back([] { work(1); });
    for (std::thread &thread : threads)
      thread.join();
  }
}

TEST(ThreadLife, ThreadsThatEndInsideScopesCloseThem) {
  Recording recording("exit-inside");
  threadMain([](void *) -> void * {
    AUTOSCOPE_SCOPE("outer");
    AUTOSCOPE_SCOPE("inner");
    pthread_exit(nullptr);
  });
  Session session = recording.stop();
  EXPECT_EQ(session.calls("outer"), 1u);
  EXPECT_EQ(session.calls("inner"), 1u);
  EXPECT_EQ(session.open("outer"), 0u);
  EXPECT_EQ(session.lost(), 0u);
}

TEST(ThreadLife, CancelledThreadsCloseTheirScopes) {
  Recording recording("cancel");
  static std::atomic<bool> inside;
  inside = false;
  pthread_t thread;
  ASSERT_EQ(pthread_create(
                &thread, nullptr,
                [](void *) -> void * {
                  AUTOSCOPE_SCOPE("cancelled");
                  inside = true;
                  for (;;) {
                    work(1);
                    pthread_testcancel();
                  }
                },
                nullptr),
            0);
  while (!inside)
    std::this_thread::yield();
  ASSERT_EQ(pthread_cancel(thread), 0);
  void *result = nullptr;
  ASSERT_EQ(pthread_join(thread, &result), 0);
  EXPECT_EQ(result, PTHREAD_CANCELED);
  Session session = recording.stop();
  EXPECT_EQ(session.calls("cancelled"), 1u);
  EXPECT_EQ(session.open("cancelled"), 0u);
  EXPECT_GE(session.calls("work"), 1u);
  EXPECT_EQ(session.lost(), 0u);
}

TEST(ThreadLife, C11ThreadsAndAsyncAreRecorded) {
  if (underSanitizer)
    GTEST_SKIP() << "ThreadSanitizer does not know thrd_create";
  Recording recording("c11");
  thrd_t thread;
  ASSERT_EQ(thrd_create(&thread, [](void *) { return work(41); }, nullptr), thrd_success);
  int result = 0;
  ASSERT_EQ(thrd_join(thread, &result), thrd_success);
  EXPECT_EQ(result, 42);
  std::vector<std::future<int>> futures;
  for (int i = 0; i < 8; ++i)
    futures.push_back(std::async(std::launch::async, work, i));
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(futures[size_t(i)].get(), i + 1);
  Session session = recording.stop();
  EXPECT_EQ(session.calls("work"), 9u);
  EXPECT_EQ(session.reader().threads().size(), 9u);
  EXPECT_EQ(session.lost(), 0u);
}

// Workers that take from the back of their own queue and steal from the front of another's, as TBB's do.
class StealingPool {
public:
  explicit StealingPool(size_t workers) : queues_(workers) {
    for (size_t i = 0; i < workers; ++i)
      threads_.emplace_back([this, i] { run(i); });
  }
  ~StealingPool() {
    stop_ = true;
    for (std::thread &thread : threads_)
      thread.join();
  }
  void add(size_t queue, std::function<void()> task) {
    ++left_;
    std::lock_guard<std::mutex> lock(queues_[queue].mutex);
    queues_[queue].tasks.push_back(std::move(task));
  }
  void wait() const {
    while (left_ > 0)
      std::this_thread::yield();
  }

private:
  struct Queue {
    std::mutex mutex;
    std::deque<std::function<void()>> tasks;
  };

  std::function<void()> take(size_t own) {
    for (size_t i = 0; i < queues_.size(); ++i) {
      Queue &queue = queues_[(own + i) % queues_.size()];
      std::lock_guard<std::mutex> lock(queue.mutex);
      if (queue.tasks.empty())
        continue;
      std::function<void()> task = std::move(i == 0 ? queue.tasks.back() : queue.tasks.front());
      if (i == 0)
        queue.tasks.pop_back();
      else
        queue.tasks.pop_front();
      return task;
    }
    return {};
  }
  void run(size_t own) {
    while (!stop_)
      if (std::function<void()> task = take(own)) {
        AUTOSCOPE_SCOPE("task");
        task();
        --left_;
      } else {
        std::this_thread::yield();
      }
  }

  std::vector<Queue> queues_;
  std::vector<std::thread> threads_;
  std::atomic<int> left_ = {0};
  std::atomic<bool> stop_ = {false};
};

TEST(ThreadLife, TasksOfAPoolAreRecordedWhereTheyRan) {
  Recording recording("pool");
  {
    StealingPool pool(4);
    for (int i = 0; i < 2000; ++i)
      pool.add(0, [&pool, i] {
        work(i);
        pool.add(size_t(i) % 4, [i] { work(i); });
      });
    pool.wait();
  }
  Session session = recording.stop();
  EXPECT_EQ(session.calls("task"), 4000u);
  EXPECT_EQ(session.calls("work"), 4000u);
  EXPECT_EQ(session.lost(), 0u);
}

// Slots and what belongs to them are used again: what remains of a thread is its name.
TEST(ThreadLife, ShortThreadsLeaveNoMemoryBehind) {
  runShortThreads(1000);
  uint64_t before = residentKilobytes();
  runShortThreads(19000);
  EXPECT_LT(residentKilobytes(), before + allowed(2048)) << "while nothing is recorded";

  Recording recording("short-memory");
  runShortThreads(1000);
  before = residentKilobytes();
  runShortThreads(19000);
  EXPECT_LT(residentKilobytes(), before + allowed(8192)) << "19000 names and 16 bytes for each scope";
  Session session = recording.stop();
  EXPECT_EQ(session.calls("work"), 20000u);
  EXPECT_EQ(session.lost(), 0u);
  EXPECT_EQ(session.reader().threads().size(), 20000u);
}

// They give nothing back by themselves. Of the first, the scope that it was in is closed when its place is wanted.
TEST(ThreadLife, ThreadsThatEndBySystemCallMakeRoom) {
  if (underSanitizer)
    GTEST_SKIP() << "sanitizers wait for what a thread does at its end";
  Recording recording("system-call");
  threadMain([](void *) -> void * {
    AUTOSCOPE_SCOPE("left open");
    syscall(SYS_exit, 0);
    return nullptr;
  });
  constexpr uint32_t count = record::slotCount + 100;
  for (uint32_t i = 0; i < count; ++i)
    threadMain([](void *) -> void * {
      work(1);
      syscall(SYS_exit, 0);
      return nullptr;
    });
  Session session = recording.stop();
  EXPECT_EQ(session.calls("work"), count);
  EXPECT_EQ(session.calls("left open"), 1u);
  EXPECT_EQ(session.open("left open"), 0u);
  EXPECT_EQ(session.lost(), 0u);
}

// G41's kind: what began before the start ends after it, and what began while it ran ends after the stop.
TEST(ThreadLife, ScopesAcrossStartAndStopOnOtherThreads) {
  std::atomic<int> step{0};
  std::thread other([&] {
    AUTOSCOPE_SCOPE("before the start");
    step = 1;
    while (step < 2)
      std::this_thread::yield();
    work(1);
    AUTOSCOPE_SCOPE("across the stop");
    step = 3;
    while (step < 4)
      std::this_thread::yield();
    work(2);
  });
  while (step < 1)
    std::this_thread::yield();
  Recording recording("across");
  step = 2;
  while (step < 3)
    std::this_thread::yield();
  Session session = recording.stop();
  step = 4;
  other.join();
  EXPECT_EQ(session.find("before the start"), nullptr);
  EXPECT_EQ(session.open("across the stop"), 1u);
  EXPECT_EQ(session.calls("work"), 1u);
  EXPECT_EQ(session.lost(), 0u);
}

}  // namespace
}  // namespace autoscope::test
