// The heap in a process as it is: threads, also without scopes, that end while others free what they took; the child of a fork, which has
// a profile of its own; a library that goes; a kill, after which the bytes of finished and of open scopes are there.
// RUN: %autoscope_clangxx -std=c++17 -O0 -pthread -fno-builtin %s -o %t && rm -rf %t.d && mkdir -p %t.d && cd %t.d
// RUN: %autoscope run --quiet --memory -o t.autoscope -- %t threads && %autoscope report t.autoscope --format json | %python %S/Inputs/memory-sums.py 8000000 -8000000 16000
// RUN: env AUTOSCOPE_MEMORY=1 LD_PRELOAD=%build/lib/libautoscope-memory.so AUTOSCOPE_OUTPUT=f.autoscope %t fork
// RUN: %autoscope dump --stable f.autoscope | FileCheck --check-prefix=PARENT --implicit-check-not=gives %s
// RUN: %autoscope dump --stable f.[0-9]*.autoscope | FileCheck --check-prefix=CHILD --implicit-check-not=takes %s
// PARENT: takes(unsigned long) memory=1000
// CHILD: gives() memory=-1000

// RUN: env AUTOSCOPE_MEMORY=1 LD_PRELOAD=%build/lib/libautoscope-memory.so AUTOSCOPE_OUTPUT=k.autoscope %t kill; test $? -ne 0
// RUN: %autoscope recover k.autoscope.part && %autoscope dump --stable k.autoscope | FileCheck --check-prefix=KILL %s
//      KILL: outer()
// KILL-SAME: memory=504
// KILL-NEXT:   takes(unsigned long) memory=1000
// KILL-NEXT:   gives() memory=-1000
// Without a scope the process has its highest, too, and one of its threads.
// RUN: %autoscope run --memory -- %t nothing | FileCheck --check-prefix=NOTHING %s
// NOTHING: {{^ *\[memory\] .* 10\.0[0-9] MB +[0-9]+ +1 *$}}
// NOTHING: Heap of the process, allocated less freed in the session: {{(19\.9|20\.0)[0-9]}} MB at most, {{.*}} at the end
// RUN: %autoscope run --quiet --memory -o d.autoscope -- %t library | FileCheck --check-prefix=LIBRARY %s
// LIBRARY: opened and closed
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

static void *kept[8][1000];
static void *one;
[[autoscope::scope]] static void takes(size_t bytes) { one = malloc(bytes); }
[[autoscope::scope]] static void gives() { free(one); }
[[autoscope::scope]] static void fills(void **blocks) {
  for (int i = 0; i < 1000; ++i)
    blocks[i] = malloc(1000);
}
[[autoscope::scope]] static void empties(void **blocks) {
  for (int i = 0; i < 1000; ++i)
    free(blocks[i]);
}
[[autoscope::scope]] static void outer() {
  takes(1000);
  gives();
  void *volatile stays = malloc(504);
  (void)stays;
  raise(SIGKILL);
}

int main(int, char **arguments) {
  if (!strcmp(arguments[1], "nothing")) {
    void *volatile mine = malloc(10 << 20);
    std::thread([] { free(malloc(10 << 20)); }).join();
    free(mine);
    return 0;
  }
  if (!strcmp(arguments[1], "threads")) {
    std::vector<std::thread> threads;
    for (auto &blocks : kept)
      threads.emplace_back([&blocks] { fills(blocks); });
    for (auto &thread : threads)
      thread.join();
    threads.clear();
    for (auto &blocks : kept)
      threads.emplace_back([&blocks] { empties(blocks); });
    for (int i = 0; i < 16; ++i)
      threads.emplace_back([] { void *volatile stays = malloc(1000); (void)stays; });
    for (auto &thread : threads)
      thread.join();
  } else if (!strcmp(arguments[1], "fork")) {
    takes(1000);
    if (pid_t child = fork())
      waitpid(child, nullptr, 0);
    else
      gives();
  } else if (!strcmp(arguments[1], "kill")) {
    outer();
  } else {
    for (int i = 0; i < 10; ++i)
      if (void *library = dlopen("libz.so.1", RTLD_NOW))
        dlclose(library);
    puts("opened and closed");
  }
}
