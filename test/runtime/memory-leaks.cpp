// --leaks: what was allocated and never freed, by the function that allocated it, also where realloc moves a block; frees of older blocks
// and of other threads' have rows of their own, and all own bytes together are still the change. Threads take and give blocks of each
// other. A killed process knows nothing of it, and says so.
// RUN: %autoscope_clangxx -std=c++17 -O0 -pthread -fno-builtin %s -o %t && rm -rf %t.d && mkdir -p %t.d && cd %t.d
// RUN: %autoscope run --leaks -o p.autoscope -- %t > shown && FileCheck --input-file shown %s
//      CHECK: {{^}}Live bytes {{ *}}Blocks  Allocated in {{ *}}Module  Source {{ *}}Steps{{$}}
//      CHECK: {{^ *}}4.88 KB {{ *}}5  leaks() {{.*}}memory-leaks.cpp:[[#]]
//      CHECK: {{^ *}}1.96 KB {{ *}}1  moves() {{.*}}memory-leaks.cpp:[[#]]
//  CHECK-NOT: gives
//      CHECK: {{^}}Live at the end: {{.*}} in {{[0-9]+}} blocks
// RUN: %autoscope report --leaks p.autoscope | FileCheck %s
// RUN: %autoscope report p.autoscope --limit -1 --format json | %python %S/Inputs/memory-leaks.py

// The table alone where nothing is known.
// RUN: %autoscope run --memory --quiet -o n.autoscope -- %t > /dev/null && not %autoscope report --leaks n.autoscope 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: autoscope: --leaks: n.autoscope knows of no blocks: no table of them was kept when it was recorded
// RUN: %autoscope run --leaks -- %t kill > killed 2>&1; FileCheck --check-prefix=KILLED --input-file killed %s
// KILLED: What was never freed is not known: the process was killed, or nothing tells of its malloc
// RUN: not %autoscope run --leaks --operators -- %t 2>&1 | FileCheck --check-prefix=TENSORS %s
// TENSORS: autoscope: --operators excludes --leaks

// Steps of a profile: each leaves two blocks.
// RUN: env AUTOSCOPE_LEAKS=1 LD_PRELOAD=%build/lib/libautoscope-memory.so %t steps s.autoscope 2>&1 | count 0
// RUN: %autoscope report --leaks s.autoscope | FileCheck --check-prefix=STEPS %s
// STEPS: {{^ *}}7.81 KB {{ *}}8  leaks() {{.*}} grows 1.95 KB a step, steps 0 to 3{{$}}
#include <autoscope/profile.h>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

static void *kept;
static void *volatile lost;
[[autoscope::scope]] static void takes() { kept = malloc(1000); }
[[autoscope::scope]] static void gives() { free(kept); }
[[autoscope::scope]] static void leaks() { lost = malloc(1000); }
[[autoscope::scope]] static void moves() {
  void *block = malloc(1000);
  lost = realloc(block, 2000);
  // What fails leaves the block where and whose it was.
  volatile size_t huge = SIZE_MAX / 2;
  if (realloc(lost, huge))
    abort();
}
[[autoscope::scope]] static void older(void *block) { free(block); }
[[autoscope::scope]] static void churns() {
  std::vector<void *> mine(1000);
  for (int round = 0; round < 20; ++round) {
    for (void *&block : mine)
      block = realloc(malloc(16), 64);
    for (void *block : mine)
      free(block);
  }
}

static void *early = malloc(3000);

int main(int count, char **arguments) {
  if (count > 1 && !strcmp(arguments[1], "steps")) {
    autoscope::options wanted;
    wanted.output = arguments[2];
    wanted.schedule = autoscope::schedule(0, 1, 4, 1);
    autoscope::profile p(wanted);
    for (int step = 0; step < 5; ++step) {
      leaks();
      leaks();
      p.step();
    }
    return 0;
  }
  for (int i = 0; i < 5; ++i)
    leaks();
  moves();
  takes();
  gives();
  takes();
  std::thread([] { gives(); }).join();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back(churns);
  for (auto &thread : threads)
    thread.join();
  older(early);
  if (count > 1)
    raise(SIGKILL);
}
