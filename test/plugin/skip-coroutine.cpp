// A coroutine is skipped by name for now; the functions around it are not.
// REQUIRES: llvm-ge-16
// RUN: %clangxx %plugin_flags -std=c++20 -c -Xclang -verify %s -o %t.o
// RUN: %tracexx -std=c++20 %arg-all -w %s %stub -o %t && %t | FileCheck %s
#include <coroutine>
#include <cstdio>

struct Task {
  struct promise_type {
    [[autoscope::ignore]] Task get_return_object() { return {}; }
    [[autoscope::ignore]] std::suspend_never initial_suspend() { return {}; }
    [[autoscope::ignore]] std::suspend_never final_suspend() noexcept { return {}; }
    [[autoscope::ignore]] void return_void() {}
    [[autoscope::ignore]] void unhandled_exception() {}
  };
};
void work() {}
// expected-warning@+1 {{'run()' is not instrumented: coroutines are not instrumented yet}}
[[autoscope::scope]] Task run() {
  work();
  co_return;
}
int main() { run(); }
// CHECK:      {{^}}> main()
// CHECK-NEXT: {{^}}  > work()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}<
