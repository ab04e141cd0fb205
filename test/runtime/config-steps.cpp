// A schedule on an unmodified program: AUTOSCOPE_STEP_FUNCTION's calls are steps, each cycle's active steps are a session of their
// own, and nothing of the steps between is in one. `work` is called as often as the number of the step says.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %clangxx -std=c++17 -O1 %plugin_flags -fplugin-arg-autoscope-all -fplugin-arg-autoscope-min-statements=0 %s -o app -L%build/lib -Wl,-rpath,%build/lib -lautoscope -pthread -ldl -rdynamic
// RUN: env AUTOSCOPE_OUTPUT=a.autoscope AUTOSCOPE_SCHEDULE=wait=1,warmup=1,active=3,repeat=2 AUTOSCOPE_STEP_FUNCTION=app::train_* ./app plain 30 2>&1 | count 0
// RUN: ls *.autoscope >files && FileCheck --check-prefix=FILES --input-file=files %s
// RUN: %autoscope report --sort name a.1.autoscope >1.txt && FileCheck --check-prefix=FIRST --input-file=1.txt %s
// RUN: %autoscope report --sort name a.2.autoscope >2.txt && FileCheck --check-prefix=SECOND --input-file=2.txt %s
// RUN: %autoscope dump --stable a.1.autoscope | grep -o 'ProfilerStep.*' | FileCheck --check-prefix=STEPS-1 %s
// RUN: %autoscope dump --stable a.2.autoscope | grep -o 'ProfilerStep.*' | FileCheck --check-prefix=STEPS-2 %s
// STEPS-1: ProfilerStep#2
// STEPS-1-NEXT: ProfilerStep#3
// STEPS-1-NEXT: ProfilerStep#4
// STEPS-1-NOT: ProfilerStep
// STEPS-2: ProfilerStep#7
// STEPS-2-NEXT: ProfilerStep#8
// STEPS-2-NEXT: ProfilerStep#9
// STEPS-2-NOT: ProfilerStep
// FILES: a.1.autoscope
// FILES-NEXT: a.2.autoscope
// FILES-NOT: .
// FIRST-NOT: main
// FIRST-NOT: train(
// FIRST: ProfilerStep* {{.*}} 3 {{$}}
// FIRST-NEXT: app::train_step(int) {{.*}} 3 {{$}}
// FIRST-NEXT: between() {{.*}} 3 {{$}}
// FIRST-NEXT: work() {{.*}} 9 {{$}}
// FIRST-NOT: {{^}}Open
// FIRST-NOT: {{[Ll]}}ost
// SECOND: ProfilerStep* {{.*}} 3 {{$}}
// SECOND-NEXT: app::train_step(int) {{.*}} 3 {{$}}
// SECOND-NEXT: between() {{.*}} 3 {{$}}
// SECOND-NEXT: work() {{.*}} 24 {{$}}
// SECOND-NOT: {{^}}Open
// What ends in the middle of a cycle is kept; in a wait or a warm-up there is nothing.
// RUN: env AUTOSCOPE_OUTPUT=p.autoscope AUTOSCOPE_SCHEDULE=wait=1,warmup=1,active=3 AUTOSCOPE_STEP_FUNCTION=app::train_step ./app plain 9
// RUN: ls p.*.autoscope | count 2
// RUN: %autoscope dump --stable p.2.autoscope | FileCheck --check-prefix=PARTIAL-STEP %s
// RUN: %autoscope report p.2.autoscope | FileCheck --check-prefix=PARTIAL --implicit-check-not=Open: %s
// RUN: env AUTOSCOPE_OUTPUT=q.autoscope AUTOSCOPE_SCHEDULE=wait=1,warmup=1,active=3 AUTOSCOPE_STEP_FUNCTION=app::train_step ./app plain 7
// RUN: ls q.*.autoscope | count 1
// PARTIAL: work() {{.*}} 15 {{$}}
// PARTIAL-STEP: ProfilerStep#8
// Without a schedule all is recorded from the first call on.
// RUN: env AUTOSCOPE_OUTPUT=n.autoscope AUTOSCOPE_STEP_FUNCTION=app::train_step ./app plain 4
// RUN: %autoscope report n.autoscope | FileCheck --check-prefix=NONE %s
// NONE-NOT: ProfilerStep
// NONE: work() {{.*}} 6 {{$}}
// Steps that an exception or a longjmp leaves, that nest, that run on another thread too, in a library opened late, as a module.
// RUN: %clangxx -std=c++17 -O1 %plugin_flags -fplugin-arg-autoscope-all -DLIBRARY -shared -fPIC %s -o late.so -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: env AUTOSCOPE_SCHEDULE=wait=2,active=2,repeat=1 AUTOSCOPE_STEP_FUNCTION=throwing AUTOSCOPE_OUTPUT=throw.autoscope ./app throw 10
// RUN: %autoscope report throw.1.autoscope | FileCheck --check-prefix=ODD %s
// RUN: env ASAN_OPTIONS=detect_stack_use_after_return=0 AUTOSCOPE_SCHEDULE=wait=2,active=2,repeat=1 AUTOSCOPE_STEP_FUNCTION=jumping AUTOSCOPE_OUTPUT=jump.autoscope ./app jump 10
// RUN: %autoscope report jump.1.autoscope | FileCheck --check-prefix=ODD %s
// RUN: env AUTOSCOPE_SCHEDULE=wait=2,active=2,repeat=1 AUTOSCOPE_STEP_FUNCTION=nesting AUTOSCOPE_OUTPUT=nest.autoscope ./app nest 10
// RUN: %autoscope report nest.1.autoscope | FileCheck --check-prefix=ODD %s
// RUN: env AUTOSCOPE_SCHEDULE=wait=2,active=2,repeat=1 AUTOSCOPE_STEP_FUNCTION=app::train_step AUTOSCOPE_OUTPUT=thread.autoscope ./app thread 10
// RUN: %autoscope report thread.1.autoscope | FileCheck --check-prefix=THREADS %s
// RUN: env AUTOSCOPE_SCHEDULE=wait=2,active=2,repeat=1 AUTOSCOPE_STEP_FUNCTION=late AUTOSCOPE_OUTPUT=late.autoscope ./app late 10
// RUN: %autoscope report late.1.autoscope | FileCheck --check-prefix=ODD %s
// RUN: env AUTOSCOPE_SCHEDULE=wait=2,active=2,repeat=1 AUTOSCOPE_STEP_FUNCTION=Net::forward AUTOSCOPE_OUTPUT=module.autoscope ./app module 10
// RUN: %autoscope report module.1.autoscope | FileCheck --check-prefix=ODD %s
// ODD-DAG: work() {{.*}} 5 {{$}}
// ODD-DAG: ProfilerStep* {{.*}} 2 {{$}}
// Those of the other thread are in it, and are no steps.
// THREADS-DAG: ProfilerStep* {{.*}} 2 {{$}}
// THREADS-DAG: app::train_step(int) {{.*}} 4 {{$}}
// THREADS-DAG: work() {{.*}} 205 {{$}}
// When the thread of the first step has ended, nothing is a step, though the next one has its place in memory.
// RUN: env AUTOSCOPE_SCHEDULE=wait=2,active=2 AUTOSCOPE_STEP_FUNCTION=app::train_step AUTOSCOPE_OUTPUT=each.autoscope ./app each 10 2>&1 | FileCheck --check-prefix=EACH %s
// RUN: not ls each.1.autoscope
// EACH: autoscope: no step was recorded: steps are of the thread that ran the first one, and 9 calls were on other threads{{$}}
// The child of a fork has no steps; the parent's go on.
// RUN: env AUTOSCOPE_SCHEDULE=wait=2,active=2,repeat=1 AUTOSCOPE_STEP_FUNCTION=app::train_step AUTOSCOPE_OUTPUT=fork.autoscope ./app fork 10
// RUN: ls fork.*.autoscope | count 1
// RUN: %autoscope report fork.1.autoscope | FileCheck --check-prefix=ODD %s
// Other threads run on, whatever begins and ends: each session is sound, and has the one call of its step.
// RUN: mkdir busy && env AUTOSCOPE_SCHEDULE=wait=1,active=1 AUTOSCOPE_STEP_FUNCTION=app::train_step AUTOSCOPE_OUTPUT=busy/b.autoscope ./app busy 60 2>&1 | count 0
// RUN: ls busy | count 30
// RUN: for f in busy/*; do %autoscope report $f || exit 1; done >busy.txt 2>&1 && FileCheck --check-prefix=BUSY --input-file=busy.txt %s
// RUN: grep 'app::train_step' busy.txt | grep -c ' 1 *$' >count && FileCheck --check-prefix=THIRTY --input-file=count %s
// BUSY-NOT: {{[Dd]amage}}
// BUSY-NOT: lost
// THIRTY: {{^}}30{{$}}
// A function that is not called is told of.
// RUN: env AUTOSCOPE_SCHEDULE=active=2 AUTOSCOPE_STEP_FUNCTION=train_step AUTOSCOPE_OUTPUT=typo.autoscope ./app plain 10 2>&1 | FileCheck --check-prefix=TYPO %s
// TYPO: autoscope: AUTOSCOPE_STEP_FUNCTION=train_step: no such function was called; one of a class or namespace is *::train_step{{$}}
// RUN: not ls typo.1.autoscope
// Many cycles take no more memory and no more descriptors than a few.
// RUN: mkdir many && env AUTOSCOPE_SCHEDULE=wait=1,active=1 AUTOSCOPE_STEP_FUNCTION=tick AUTOSCOPE_OUTPUT=many/m.autoscope ./app many 1200 | FileCheck --check-prefix=MANY %s
// RUN: ls many | count 600
// RUN: %autoscope dump --stable many/m.600.autoscope | FileCheck --check-prefix=LAST %s && rm -r many
// MANY: memory and descriptors stay
// LAST: ProfilerStep#1199
#include <atomic>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <dlfcn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#ifdef LIBRARY
extern "C" void work();
extern "C" void late(int step) {
  for (int i = 0; i < step; ++i)
    work();
}
#else
extern "C" __attribute__((noinline)) void work() { asm volatile(""); }
__attribute__((noinline)) void between() { asm volatile(""); }

#define WORK_OF(step)                                                                                                  \
  for (int i = 0; i < (step); ++i)                                                                                     \
  work()

namespace app {
__attribute__((noinline)) void train_step(int step) { WORK_OF(step); }
}
__attribute__((noinline)) void throwing(int step) {
  WORK_OF(step);
  throw std::runtime_error("step");
}
static jmp_buf back;
__attribute__((noinline)) void jumping(int step) {
  WORK_OF(step);
  longjmp(back, 1);
}
__attribute__((noinline)) void nesting(int step, int depth) {
  asm volatile("" : "+r"(depth));
  if (depth > 0)
    nesting(step, depth - 1);
  else
    WORK_OF(step);
  asm volatile("");
}
__attribute__((noinline)) void tick() { asm volatile(""); }
struct [[autoscope::module]] Net {
  __attribute__((noinline)) void forward(int step) { WORK_OF(step); }
};

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool underSanitizer = true;  // which keeps what was freed
#else
constexpr bool underSanitizer = false;
#endif

static long residentPages() {
  long pages = 0;
  if (FILE *file = fopen("/proc/self/statm", "r")) {
    if (fscanf(file, "%*d %ld", &pages) != 1)
      pages = 0;
    fclose(file);
  }
  return pages;
}
static int descriptors() {
  int count = 0;
  DIR *folder = opendir("/proc/self/fd");
  while (readdir(folder))
    ++count;
  closedir(folder);
  return count;
}

static void keepBusy(std::atomic<bool> &isOver) {
  while (!isOver)
    nesting(1, 5);
}

int main(int argc, char **argv) {
  int steps = atoi(argv[argc - 1]);
  if (strcmp(argv[1], "many") == 0) {
    long pages = 0;
    int open = 0;
    for (int i = 0; i < steps; ++i) {
      if (i == 200) {
        pages = residentPages();
        open = descriptors();
      }
      tick();
    }
    bool stays = descriptors() <= open && (underSanitizer || residentPages() - pages < 1024);
    printf("memory and descriptors %s: %ld pages, %d descriptors\n", stays ? "stay" : "grow", residentPages() - pages,
           descriptors() - open);
    return 0;
  }
  std::atomic<bool> isOver{false};
  std::vector<std::thread> others;
  for (int i = 0; strcmp(argv[1], "busy") == 0 && i < 3; ++i)
    others.emplace_back(keepBusy, std::ref(isOver));
  void (*late)(int) = nullptr;
  if (strcmp(argv[1], "late") == 0)
    late = reinterpret_cast<void (*)(int)>(dlsym(dlopen("./late.so", RTLD_NOW), "late"));
  Net net;
  for (int i = 0; i < steps; ++i) {
    if (strcmp(argv[1], "plain") == 0 || strcmp(argv[1], "busy") == 0)
      app::train_step(i);
    if (strcmp(argv[1], "throw") == 0)
      try {
        throwing(i);
      } catch (const std::exception &) {
      }
    if (strcmp(argv[1], "jump") == 0 && setjmp(back) == 0)
      jumping(i);
    if (strcmp(argv[1], "nest") == 0)
      nesting(i, 3);
    if (strcmp(argv[1], "late") == 0)
      late(i);
    if (strcmp(argv[1], "module") == 0)
      net.forward(i);
    if (strcmp(argv[1], "each") == 0)
      std::thread(app::train_step, i).join();
    if (strcmp(argv[1], "thread") == 0) {
      app::train_step(i);
      std::thread(app::train_step, 100).join();
    }
    if (strcmp(argv[1], "fork") == 0) {
      if (i == 1) {
        pid_t child = fork();
        if (child == 0) {
          for (int j = 0; j < 10; ++j)
            app::train_step(j);
          exit(0);
        }
        waitpid(child, nullptr, 0);
      }
      app::train_step(i);
    }
    between();
  }
  isOver = true;
  for (std::thread &other : others)
    other.join();
}
#endif
