// Threads that still run scopes while the program returns from main or calls exit, detached or not: it ends as it would without, and
// the session holds all that they had finished (G17, G21).
// RUN: %clangxx -std=c++17 -O1 -pthread -I%source/runtime/include %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: for i in 1 2 3; do for how in return exit quick thread; do rm -f %t.autoscope*; \
// RUN:   env AUTOSCOPE_OUTPUT=%t.autoscope %t $how 2>&1; test $? = 7 || { echo "$how ended by $?"; exit 1; }; \
// RUN:   %autoscope report %t.autoscope 2>&1 | FileCheck %s || exit 1; done; done
// RUN: %if sanitizers %{ %clangxx -std=c++17 -O1 -g -pthread -fsanitize=address,undefined -I%source/runtime/include %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope %}
// RUN: %if sanitizers %{ rm -f %t.autoscope*; env AUTOSCOPE_OUTPUT=%t.autoscope ASAN_OPTIONS=detect_leaks=0 %t return; test $? = 7 && %autoscope report %t.autoscope 2>&1 | FileCheck %s %}

// CHECK-NOT: {{Sanitizer|Lost}}
// CHECK-DAG: busy {{.*[0-9]}}
// CHECK-DAG: once {{.*}} 4{{ *$}}

#include <autoscope/scope.h>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

static std::atomic<int> running{0};

static void busy() {
  {
    AUTOSCOPE_SCOPE("once");
    ++running;
  }
  for (;;) {
    AUTOSCOPE_SCOPE("busy");
    std::this_thread::sleep_for(std::chrono::microseconds(50)); // the run is to be short of records, not of time
  }
}

int main(int, char **argv) {
  static auto *threads = new std::thread[4];  // never destroyed: two are joinable to the end
  for (int i = 0; i < 4; ++i) {
    threads[i] = std::thread(busy);
    if (i % 2)
      threads[i].detach();
  }
  while (running < 4)
    std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  if (strcmp(argv[1], "exit") == 0)
    exit(7);
  if (strcmp(argv[1], "quick") == 0)
    quick_exit(7);
  if (strcmp(argv[1], "thread") == 0) {
    std::thread([] { exit(7); }).detach();
    for (;;)
      std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return 7;
}
