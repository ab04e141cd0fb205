// Calls in coroutines, also in full expressions that suspend between an argument and the call, and in the operands of co_await,
// co_yield and co_return. What places the scope is the stack of who runs the coroutine, wherever its frame is.
// REQUIRES: llvm-ge-16
// RUN: %clangxx -std=c++20 -c %S/Inputs/library-modules.cpp -o %t.o
// RUN: %clangxx -std=c++20 %s %t.o -o %t && %t > %t-plain.txt
// RUN: %tracexx -std=c++20 -Wall -Wextra -Werror %s %stub -x none %t.o -o %t && %t > %t.txt && %python %S/Inputs/one_scope_each.py < %t.txt
// RUN: grep -v '^ *[<>]' %t.txt | diff %t-plain.txt -
// RUN: %tracexx -std=c++20 -O2 %s %stub -x none %t.o -o %t && %t > %t.txt && %python %S/Inputs/one_scope_each.py < %t.txt
// RUN: grep -v '^ *[<>]' %t.txt | diff %t-plain.txt -
// RUN: %tracexx -std=c++20 %arg-all -O1 -fsanitize=address,undefined -fno-sanitize-recover=all %s %stub -x none %t.o -o %t && %t > %t.txt
// RUN: grep -v '^ *[<>]' %t.txt | diff %t-plain.txt -
#include "Inputs/library-modules.h"
#include <coroutine>
#include <cstdio>
#include <exception>
using namespace torch::nn;
ConvImpl conv;
OddImpl odd;
struct Task {
  struct promise_type {
    int value = 0;
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int x) {
      value = x;
      return {};
    }
    void return_value(int x) { value = x; }
    void unhandled_exception() { std::printf("unhandled\n"); }
  };
  std::coroutine_handle<promise_type> handle;
};
struct Later {
  int value;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<>) {}
  int await_resume() { return value; }
};
struct Temporary {
  int value;
  ~Temporary() { std::printf("~%d\n", value); }
};
int use(const Temporary &temporary, int x) { return temporary.value + x; }
Task whole(int x) {
  int sum = conv.forward(x);
  sum += conv.forward(co_await Later{10}) + use(Temporary{11}, conv.forward(co_await Later{12}, co_await Later{13}));
  sum += co_await Later{conv.forward(20)};
  co_yield conv.forward(30);
  for (int i = conv.forward(0); i < 2; ++i)
    co_yield conv.forward(i) + co_await Later{conv.forward(40)};
  try {
    odd.forward(sum != 0), co_await Later{1};
  } catch (const std::exception &error) {
    std::printf("%s\n", error.what());
  }
  auto lambda = [&](int y) -> Task { co_return conv.forward(y + co_await Later{1}); };
  Task inner = lambda(50);
  while (!inner.handle.done())
    inner.handle.resume();
  sum += inner.handle.promise().value;
  inner.handle.destroy();
  co_return conv.forward(sum);
}
int main() {
  Task task = whole(1);
  while (!task.handle.done()) {
    task.handle.resume();
    std::printf("suspended %d\n", task.handle.promise().value);
  }
  task.handle.destroy();
  Task left = whole(2);
  for (int i = 0; i < 3; ++i)
    left.handle.resume();
  left.handle.destroy();
}
