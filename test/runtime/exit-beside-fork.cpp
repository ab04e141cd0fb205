// A process ends though another thread of it is in the middle of a fork: what was locked for the fork is unlocked behind it, also
// when the libraries' destructors have begun meanwhile.
// RUN: %clangxx -O1 -pthread %s -o %t
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope timeout 60 %t %build/lib/libautoscope.so
// RUN: not %autoscope report %t.autoscope 2>&1 | FileCheck %s
// RUN: env AUTOSCOPE_CONTROL=1 XDG_RUNTIME_DIR=/nonexistent timeout 60 %t %build/lib/libautoscope.so
// CHECK: holds no scope
#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

static std::atomic<bool> forks{false};

// Registered before autoscope is loaded, so it runs when autoscope has locked all that it has.
static void beforeFork() {
  forks = true;
  usleep(300000); // until exit() on the other thread waits, if it does
}

int main(int, char **argv) {
  pthread_atfork(beforeFork, nullptr, nullptr);
  if (!dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL))
    return 1;
  std::thread([] {
    pid_t child = fork();
    if (child == 0)
      _exit(0);
    waitpid(child, nullptr, 0);
    pause();
  }).detach();
  while (!forks)
    usleep(1000);
  exit(0);
}
