// A program whose time-outs leave by siglongjmp out of a signal handler ends, and each of its scopes is recorded or counted (issue 5).
// RUN: %clangxx %plugin_flags -O1 -pthread %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t >%t.counts 2>%t.errors
// RUN: cat %t.errors | FileCheck --allow-empty --check-prefix=QUIET %s
// RUN: %autoscope dump --stable %t.autoscope >%t.dump
// RUN: sh %S/Inputs/check-counts.sh %t.counts %t.dump
// Every scope takes the slow way where the clock is the system's.
// RUN: env AUTOSCOPE_CLOCK=system AUTOSCOPE_OUTPUT=%t.autoscope %t >%t.counts 2>%t.errors
// RUN: cat %t.errors | FileCheck --allow-empty --check-prefix=QUIET %s
// RUN: %autoscope dump --stable %t.autoscope >%t.dump
// RUN: sh %S/Inputs/check-counts.sh %t.counts %t.dump

// QUIET-NOT: {{.}}

#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <pthread.h>
#include <thread>
#include <unistd.h>
#include <vector>

static thread_local sigjmp_buf target;
static thread_local volatile sig_atomic_t isArmed;
static std::atomic<long> attempts, bodies, jumps, left;
static const int threads = 3, jumpsOfEach = 300;

// Not a scope: what interrupts the recorder is counted as lost.
[[autoscope::ignore]] static void timeOut(int) {
  if (!isArmed)
    return;
  isArmed = 0;
  ++jumps;
  siglongjmp(target, 1);
}

[[autoscope::scope]] static void work() { ++bodies; }

[[autoscope::ignore]] static void loop() {
  static thread_local volatile int count;
  for (count = 0; count < jumpsOfEach; count = count + 1)
    if (sigsetjmp(target, 1) == 0) {
      isArmed = 1;
      for (;;) {
        ++attempts;
        work();
      }
    }
  --left;
  while (left >= 0)
    usleep(1000);
}

int main() {
  struct sigaction action = {};
  action.sa_handler = timeOut;
  sigaction(SIGALRM, &action, nullptr);
  left = threads;
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i)
    all.emplace_back(loop);
  while (left > 0) {
    usleep(200);
    for (std::thread &thread : all)
      pthread_kill(thread.native_handle(), SIGALRM);
  }
  left = -1;
  for (std::thread &thread : all)
    thread.join();
  std::printf("%ld %ld %ld\n", bodies.load(), attempts.load(), jumps.load());
}
