// Scopes in and below await_suspend stay away from the coroutine's frame, which is gone when somebody has resumed it.
// RUN: %clangxx -std=c++20 %coroutines -O2 -pthread %s -o %t.plain && %t.plain >%t.expected
// RUN: %tracexx -std=c++20 %coroutines -O1 -pthread %arg-all %s %stub -o %t
// RUN: %t | FileCheck %s && %t off >%t.off && diff %t.expected %t.off
// RUN: %tracexx -std=c++20 %coroutines -O2 -pthread %arg-all %s %stub -o %t
// RUN: %t | FileCheck %s && %t off >%t.off && diff %t.expected %t.off
// RUN: %tracexx -std=c++20 %coroutines -O3 -pthread %arg-all %s %stub -o %t
// RUN: %t | FileCheck %s && %t off >%t.off && diff %t.expected %t.off
// CHECK-NOT: UNBALANCED
// CHECK: done
// CHECK-NOT: UNBALANCED
#include <atomic>
#include <condition_variable>
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>

static std::atomic<int> live{0};

// Ends by itself; what reads its frame then reads rubbish.
struct Detached {
  struct promise_type {
    promise_type() { ++live; }
    ~promise_type() { --live; }
    static void *operator new(std::size_t size) { return std::malloc(size); }
    static void operator delete(void *frame, std::size_t size) {
      std::memset(frame, 0xee, size);
      asm volatile("" : : "r"(frame) : "memory");
      std::free(frame);
    }
    Detached get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::abort(); }
  };
};

using Handle = std::coroutine_handle<>;

struct Base {
  bool await_ready() noexcept { return false; }
  void await_resume() noexcept {}
};

struct InClass : Base {
  void await_suspend(Handle handle) {
    std::puts("in class");
    handle.resume();
  }
};

struct Outside : Base {
  void await_suspend(Handle handle);
};
void Outside::await_suspend(Handle handle) {
  std::puts("outside");
  handle.resume();
}

struct Always : Base {
  __attribute__((always_inline)) bool await_suspend(Handle handle) {
    std::puts("always");
    handle.resume();
    return true;
  }
};

template <class T> struct Explicit : Base {
  void await_suspend(std::coroutine_handle<T> handle);
};
template <class T> void Explicit<T>::await_suspend(std::coroutine_handle<T> handle) {
  std::puts("explicit");
  handle.resume();
}
template struct Explicit<void>;

struct Member : Base {
  template <class T> void await_suspend(std::coroutine_handle<T> handle) {
    std::puts("member");
    handle.resume();
  }
};

struct Destroys : Base {
  Handle await_suspend(Handle handle) noexcept {
    std::puts("destroys");
    handle.destroy();
    return std::noop_coroutine();
  }
};

// Nothing here has a scope, but what it calls.
# 1 "library.h" 3
template <class F> struct Library {
  F f;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> handle) { f(handle); }
  void await_resume() {}
};
# 106 "instrument-await-suspend.cpp"
struct Helper {
  void operator()(Handle handle) {
    std::puts("helper");
    handle.resume();
  }
};

struct [[autoscope::ignore]] Unmarked : Base {
  [[autoscope::ignore]] void await_suspend(Handle handle) { Helper()(handle); }
};

class Executor {
public:
  Executor() : thread_([this] { run(); }) {}
  ~Executor() {
    post(nullptr);
    thread_.join();
  }
  void post(Handle handle) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      handles_.push_back(handle);
    }
    changed_.notify_one();
    for (int i = 0; i < 10; ++i)
      std::this_thread::yield();
  }

private:
  Handle next() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return !handles_.empty(); });
    Handle first = handles_.front();
    handles_.pop_front();
    return first;
  }
  void run() {
    while (Handle handle = next())
      handle.resume();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Handle> handles_;
  std::thread thread_;
};

struct Elsewhere : Base {
  Executor &executor;
  explicit Elsewhere(Executor &on) : executor(on) {}
  void await_suspend(Handle handle) { executor.post(handle); }
};

template <class T> static Detached awaits(T awaitable) {
  co_await awaitable;
}
template <class T> [[autoscope::ignore]] static Detached awaitsUnmarked() {
  co_await T{};
}
template <class T> __attribute__((flatten)) static Detached awaitsFlat() {
  co_await T{};
}
template <class T> static void all() {
  awaits(T{});
  awaitsUnmarked<T>();
  awaitsFlat<T>();
}

static Detached moves(Executor &executor, int times) {
  for (int i = 0; i < times; ++i)
    co_await Elsewhere(executor);
}

[[autoscope::ignore]] int main(int count, char **) {
#ifdef __AUTOSCOPE_ABI_H
  __autoscope_enabled = count == 1;
#endif
  all<InClass>();
  all<Outside>();
  all<Always>();
  all<Explicit<void>>();
  all<Member>();
  all<Destroys>();
  all<Library<Helper>>();
  all<Unmarked>();
  {
    Executor executor;
    for (int i = 0; i < 200; ++i)
      moves(executor, 1 + i % 3);
    while (live)
      std::this_thread::yield();
  }
  std::puts("done");
}
