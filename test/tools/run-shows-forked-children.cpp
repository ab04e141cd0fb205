// `autoscope run` shows a forked child as a process of its own, also one that ends by _exit, and keeps its session and trace.
// RUN: %autoscope_clangxx %s -o %t
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %autoscope run -o %t.d/s.autoscope --trace %t.d/s.json -- %t | FileCheck %s
// RUN: ls -A %t.d | FileCheck --check-prefix=FILES %s
// RUN: for trace in %t.d/*.json; do %check_trace $trace; done
#include <sys/wait.h>
#include <unistd.h>

[[autoscope::scope]] void before() {}
[[autoscope::scope]] void inParent() {}
[[autoscope::scope]] void inChild() {}

int main() {
  before();
  pid_t pid = fork();
  if (pid == 0) {
    inChild();
    _exit(0);
  }
  waitpid(pid, nullptr, 0);
  inParent();
}
// CHECK:     process [[#]]:
// CHECK:     inParent()
// CHECK:     process [[#]]:
// CHECK-NOT: inParent()
// CHECK-NOT: before()
// CHECK:     inChild()
// CHECK-NOT: inParent()
// CHECK-NOT: before()

// FILES:      {{^}}s.[[PID:[0-9]+]].autoscope
// FILES-NEXT: {{^}}s.[[PID]].json
// FILES-NEXT: {{^}}s.autoscope
// FILES-NEXT: {{^}}s.json
// FILES-NOT:  {{.}}
