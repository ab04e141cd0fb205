// AUTOSCOPE_EMIT=torch shows scopes to whichever profiler of libtorch runs, among its operators: what begins while one runs
// ends once, in its order and on its thread, through exceptions and jumps. Our own account of operators does not take them
// for torch's.
// REQUIRES: torch, default-llvm
// RUN: %autoscope_clangxx -std=c++17 -O1 %s -o %t %torch_flags
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: env TMPDIR=%t.d AUTOSCOPE_EMIT=torch,nvtx %t > %t.out 2>&1
// RUN: FileCheck --match-full-lines --strict-whitespace --input-file %t.out %s
// RUN: ls %t.d | count 0
// RUN: %t > %t.plain 2>&1 && FileCheck --check-prefix=PLAIN --input-file %t.plain %s
// PLAIN-NOT: {{leaf|work|autoscope}}
// PLAIN: aten::ones
// PLAIN-NOT: {{leaf|work|autoscope}}
// PLAIN: the profiler has 0 a thread, 0 leaf(), 0 work()

//      CHECK:begins work()
// CHECK-NEXT:  begins aten::ones
//      CHECK:  ends aten::ones
// CHECK-NEXT:  begins leaf()
// CHECK-NEXT:  ends leaf()
// CHECK-NEXT:  begins thrower()
// CHECK-NEXT:    begins leaf()
// CHECK-NEXT:    ends leaf()
// CHECK-NEXT:  ends thrower()
// CHECK-NEXT:  begins jumper(int)
// CHECK-NEXT:    begins jumper(int)
// CHECK-NEXT:    ends jumper(int)
// CHECK-NEXT:  ends jumper(int)
// CHECK-NEXT:  begins a thread
// CHECK-NEXT:    begins leaf()
// CHECK-NEXT:    ends leaf()
// CHECK-NEXT:  ends a thread
// CHECK-NEXT:ends work()
// CHECK-NEXT:begins open
// CHECK-NEXT:  begins leaf()
// CHECK-NEXT:  ends leaf()
// CHECK-NEXT:ends open
// CHECK-NEXT:nobody listens
// CHECK-NEXT:the profiler has 0 a thread, 4 leaf(), 2 work()

// (It looks at the thread that started it alone, as at operators.)

// With operators, too: each scope and each operator once, and nothing is lost.
// RUN: env AUTOSCOPE_EMIT=torch AUTOSCOPE_OPERATORS=1 AUTOSCOPE_OUTPUT=%t.autoscope %t > %t.both 2>&1
// RUN: diff %t.out %t.both
// RUN: %autoscope dump --stable %t.autoscope | FileCheck --check-prefix=DUMP %s
//      DUMP: {{^ *}}work()
// DUMP-NEXT: {{^ *}}aten::ones
//      DUMP: {{^ *}}leaf()
// DUMP-NEXT: {{^ *}}thrower()
// DUMP-NEXT: {{^ *}}leaf()
// DUMP-NEXT: {{^ *}}jumper(int)
// DUMP-NOT: lost
#include <autoscope/scope.h>

#include <ATen/ATen.h>
#include <ATen/record_function.h>
#include <csetjmp>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <torch/csrc/autograd/profiler_kineto.h>

#define SCOPE [[autoscope::scope]] __attribute__((noinline))

SCOPE void leaf() { asm volatile(""); }

SCOPE void thrower() {
  leaf();
  throw 1;
}

static jmp_buf place;
SCOPE void jumper(int levels) {
  if (levels == 0)
    longjmp(place, 1);
  jumper(levels - 1);
  asm volatile("");
}

SCOPE void work() {
  at::ones({2});
  leaf();
  try {
    thrower();
  } catch (int) {
  }
  if (setjmp(place) == 0)
    jumper(1);
  std::thread([] {
    AUTOSCOPE_SCOPE("a thread");
    leaf();
  }).join();
}

static int depth = 1;  // of all threads, one of which runs at a time

static std::unique_ptr<at::ObserverContext> begins(const at::RecordFunction &function) {
  printf("%*sbegins %s\n", 2 * depth++ - 2, "", function.name());
  return nullptr;
}
static void ends(const at::RecordFunction &function, at::ObserverContext *) {
  printf("%*sends %s\n", 2 * --depth - 2, "", function.name());
}

int main() {
  leaf();
  at::CallbackHandle listener;
  {
    AUTOSCOPE_SCOPE("begun before");
    listener = at::addGlobalCallback(at::RecordFunctionCallback(begins, ends));
    work();
  }
  {
    AUTOSCOPE_SCOPE("open");
    leaf();
    at::removeCallback(listener);
    leaf();
  }
  puts("nobody listens");

  namespace impl = torch::profiler::impl;
  impl::ProfilerConfig config(impl::ProfilerState::KINETO);
  std::set<impl::ActivityType> activities{impl::ActivityType::CPU};
  torch::autograd::profiler::prepareProfiler(config, activities);
  torch::autograd::profiler::enableProfiler(config, activities);
  work();
  work();
  auto result = torch::autograd::profiler::disableProfiler();
  leaf();
  std::map<std::string, int> count;
  for (const auto &event : result->events())
    ++count[event.name()];
  printf("the profiler has %d a thread, %d leaf(), %d work()\n", count["a thread"], count["leaf()"], count["work()"]);
}
