// A process that listens for the tool ends with its last thread when main has ended by pthread_exit, as it would otherwise.
// UNSUPPORTED: tsan
// ThreadSanitizer has a thread of its own, which keeps every such process, with or without autoscope.
// RUN: %autoscope_clangxx %s -o %t -pthread
// RUN: rm -rf %t.run && mkdir %t.run && env XDG_RUNTIME_DIR=%t.run AUTOSCOPE_CONTROL=1 timeout 60 %t
// RUN: env XDG_RUNTIME_DIR=%t.run AUTOSCOPE_CONTROL=1 AUTOSCOPE_OUTPUT=%t.autoscope timeout 60 %t
// RUN: %autoscope report %t.autoscope | FileCheck %s && ls %t.run/autoscope | count 0
#include <pthread.h>
#include <unistd.h>

[[autoscope::scope]] static void *late(void *) {
  usleep(100'000);
  return nullptr;
}

int main() {
  pthread_t thread;
  if (pthread_create(&thread, nullptr, late, nullptr) == 0)
    pthread_exit(nullptr);
}
// CHECK: late(void *)
// CHECK-NOT: Recovered
