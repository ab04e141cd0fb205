// A coroutine that goes on on another thread is slices of one call there and here, each nested where it ran; what the
// first thread does meanwhile is its own (G4). Table, tree, stacks, dump and trace agree.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %autoscope_clangxx -std=c++20 %coroutines -O0 -pthread %s -o app0 && %autoscope run --quiet -o s0.autoscope -- ./app0
// RUN: %autoscope_clangxx -std=c++20 %coroutines -O2 -pthread %s -o app2 && %autoscope run --quiet -o s2.autoscope -- ./app2
// RUN: %autoscope dump --stable s0.autoscope >dump0 && %autoscope dump --stable s2.autoscope >dump2 && diff dump0 dump2 && FileCheck %s <dump2
// RUN: %autoscope convert s2.autoscope t.json && %autoscope report s2.autoscope --limit -1 >table.txt
// RUN: %check_trace t.json --agrees-with table.txt --scopes 12 --finished-only
// RUN: FileCheck --check-prefix=TABLE %s <table.txt
// RUN: %autoscope tree --calls s2.autoscope | FileCheck --check-prefix=TREE %s
// RUN: %autoscope convert s2.autoscope t.stacks && FileCheck --check-prefix=STACKS %s <t.stacks
// RUN: printf 'exclude travels*\n' >rules && %autoscope run --filter rules -- ./app2 | FileCheck --check-prefix=FILTERED %s
// RUN: %python %S/Inputs/break-slices.py t.json %check_trace | FileCheck --check-prefix=BROKEN %s
#include <coroutine>
#include <thread>

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int) { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

// Goes on on a thread of its own, perhaps before this one has left await_suspend.
struct Elsewhere {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> handle) {
    std::thread &mine = thread;  // *this may be gone once that runs
    mine = std::thread([handle] { handle.resume(); });
  }
  void await_resume() {}
  std::thread &thread;
};

[[autoscope::scope]] static void work() { asm volatile(""); }
[[autoscope::scope]] static void ordinary() { work(); }

[[autoscope::scope]] static Task travels(std::thread &first, std::thread &second) {
  work();
  co_await Elsewhere{first};
  work();
  co_await Elsewhere{second};
  work();
}
[[autoscope::scope]] static Task generates() {
  for (int i = 0;; ++i)
    co_yield i;
}

[[autoscope::scope]] static void drive() {
  std::thread first, second;
  Task task = travels(first, second);
  task.handle.resume();
  ordinary();
  first.join();
  second.join();
  task.handle.destroy();
}

int main() {
  drive();
  Task numbers = generates();
  for (int i = 0; i < 3; ++i)
    numbers.handle.resume();
  std::thread([&] { numbers.handle.destroy(); }).join();
}

// CHECK:      thread main
// CHECK-NEXT: {{^}}  drive()
// CHECK-NEXT: {{^}}    travels(std::thread &, std::thread &){{$}}
// CHECK-NEXT: {{^}}      work()
// CHECK-NEXT: {{^}}    ordinary()
// CHECK-NEXT: {{^}}      work()
// CHECK-NEXT: {{^}}  generates(){{$}}
// CHECK-NEXT: {{^}}  generates() (resumed) x2
// CHECK-NEXT: thread x2
// CHECK-NEXT: {{^}}  travels(std::thread &, std::thread &) (resumed)
// CHECK-NEXT: {{^}}    work()
// CHECK-NOT:  {{.}}

// TABLE-DAG: travels(std::thread &, std::thread &) {{.*}} 1 {{$}}
// TABLE-DAG: generates() {{.*}} 1 {{$}}
// TABLE-DAG: work() {{.*}} 4 {{$}}
// TABLE-NOT: Lost
// TABLE-NOT: Open

// TREE-DAG: {{^}} travels(std::thread &, std::thread &) 1 {{.*}}s{{$}}
// TREE-DAG: {{^}}travels(std::thread &, std::thread &) 0 {{.*}}s {{.*}}s -{{$}}

// STACKS-DAG: drive();travels(std::thread_&,_std::thread_&) {{[0-9]+}}
// STACKS-DAG: {{^}}travels(std::thread_&,_std::thread_&);work() {{[0-9]+}}

// FILTERED-NOT: travels
// FILTERED-DAG: generates() {{.*}} 1 {{$}}
// FILTERED-DAG: work() {{.*}} 4 {{$}}
// FILTERED-NOT: travels

// BROKEN:      as it was: status 0
// BROKEN-NEXT: slice twice: status 1: {{.*}} has slice 1 twice
// BROKEN-NEXT: slices at once: status 1: {{.*}} begins before slice 0 ends
// BROKEN-NEXT: no arrow: status 1: {{.*}} has flows
// BROKEN-NEXT: arrow elsewhere: status 1: {{.*}} the flow is not behind its slice
// BROKEN-NEXT: two starts: status 1: {{.*}} has flows
