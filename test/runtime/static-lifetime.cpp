// Scopes in constructors and destructors of globals, of thread_local objects and in atexit handlers are recorded, and the
// program ends as it would without (G17).
// RUN: %clangxx -std=c++11 -pthread -I%source/runtime/include %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t
// RUN: %autoscope dump --stable %t.autoscope | FileCheck %s
// RUN: %if sanitizers %{ for sanitizer in address,undefined thread; do %clangxx -std=c++11 -g -fsanitize=$sanitizer -pthread -I%source/runtime/include %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope && \
// RUN:   env AUTOSCOPE_OUTPUT=%t.autoscope TSAN_OPTIONS=exitcode=0 %t && %autoscope dump --stable %t.autoscope | FileCheck %s || exit 1; done %}

// CHECK-DAG: global constructor
// CHECK-DAG: main
// CHECK-DAG: thread_local destructor
// CHECK-DAG: atexit handler
// CHECK-DAG: global destructor

#include <autoscope/scope.h>
#include <cstdlib>
#include <thread>

struct Global {
  Global() { AUTOSCOPE_SCOPE("global constructor"); }
  ~Global() { AUTOSCOPE_SCOPE("global destructor"); }
} global;

struct PerThread {
  int value = 0;
  ~PerThread() { AUTOSCOPE_SCOPE("thread_local destructor"); }
};
thread_local PerThread perThread;

int main() {
  AUTOSCOPE_SCOPE("main");
  atexit([] { AUTOSCOPE_SCOPE("atexit handler"); });
  std::thread([] { perThread.value = 1; }).join();
}
