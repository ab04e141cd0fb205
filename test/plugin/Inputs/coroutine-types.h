// Coroutine types for tests: a task that is awaited or resumed by hand, a generator, awaitables of each kind.
#include <coroutine>
#include <cstdio>
#include <exception>
#include <utility>

// Starts suspended; when it is over it resumes who awaits it, by symmetric transfer.
template <class T> struct TaskOf {
  struct promise_type {
    T value{};
    std::coroutine_handle<> awaiting;
    std::exception_ptr error;
    TaskOf get_return_object() { return TaskOf(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() { return {}; }
    struct Final {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> over) noexcept {
        if (auto next = over.promise().awaiting)
          return next;
        return std::noop_coroutine();
      }
      void await_resume() noexcept {}
    };
    Final final_suspend() noexcept { return {}; }
    template <class U> void return_value(U &&result) { value = std::forward<U>(result); }
    std::suspend_always yield_value(T result) {
      value = result;
      return {};
    }
    void unhandled_exception() { error = std::current_exception(); }
  };

  explicit TaskOf(std::coroutine_handle<promise_type> of) : handle(of) {}
  TaskOf(TaskOf &&other) : handle(std::exchange(other.handle, nullptr)) {}
  ~TaskOf() {
    if (handle)
      handle.destroy();
  }
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> by) {
    handle.promise().awaiting = by;
    return handle;
  }
  T await_resume() {
    if (handle.promise().error)
      std::rethrow_exception(handle.promise().error);
    return handle.promise().value;
  }
  // True while there is more to come.
  bool resume() {
    handle.resume();
    return !handle.done();
  }
  std::coroutine_handle<promise_type> handle;
};
using Task = TaskOf<int>;

// Runs at once, and lets exceptions out of whoever resumes it.
struct Loose {
  struct promise_type {
    Loose get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<> handle;
};

struct Ready {
  bool await_ready() { return true; }
  void await_suspend(std::coroutine_handle<>) {}
  int await_resume() { return 5; }
};
// Changes its mind: the coroutine goes on at once.
struct GoesOn {
  bool await_ready() { return false; }
  bool await_suspend(std::coroutine_handle<>) { return false; }
  int await_resume() { return 6; }
};
struct Throws {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<>) { throw 7; }
  void await_resume() {}
};
struct Destroys {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> waiting) { waiting.destroy(); }
  void await_resume() {}
};
struct Suspend {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<>) {}
  int await_resume() { return 8; }
};
