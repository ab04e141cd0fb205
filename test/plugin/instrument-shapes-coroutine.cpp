// A coroutine tells the shapes of its arguments, from its frame, with its first slice.
// REQUIRES: llvm-ge-16
// RUN: %tracexx %arg-all -std=c++20 -I %S/Inputs %s %stub -o %t && AUTOSCOPE_STUB_SHAPES=1 %t | FileCheck %s
#include <coroutine>
#include <vector>

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
Task work(std::vector<float> values) {
  co_await std::suspend_always();
  values.clear();
}
int main() {
  Task task = work(std::vector<float>(3));
  task.handle.resume();
  task.handle.resume();
  task.handle.destroy();
}
// CHECK: > work(std::vector<float>) #1.0
// CHECK-NEXT: : {{\[\[3\]\]}} (float)
// CHECK: > work(std::vector<float>) #1.1
// CHECK-NOT: : [
