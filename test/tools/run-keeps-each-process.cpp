// Each program that a program starts has a session and a table of its own; -o and --trace keep them under names with the pid.
// RUN: %autoscope_clangxx %s -o %t
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %autoscope run -o %t.d/s.autoscope --trace %t.d/s.json -- %t | FileCheck %s
// RUN: ls -A %t.d | FileCheck --check-prefix=FILES %s
// RUN: %autoscope report %t.d/s.autoscope | FileCheck --check-prefix=PARENT %s
// RUN: %autoscope report %t.d/s.*.autoscope | FileCheck --check-prefix=CHILD %s
// RUN: for trace in %t.d/*.json; do %check_trace $trace; done
#include <sys/wait.h>
#include <unistd.h>

[[autoscope::scope]] void before() {}
[[autoscope::scope]] void inParent() {}
[[autoscope::scope]] void inChild() {}

int main(int argc, char **argv) {
  if (argc > 1) {
    inChild();
    return 0;
  }
  before();
  pid_t pid = fork();
  if (pid == 0) {
    execl(argv[0], argv[0], "child", nullptr);
    return 127;
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

// FILES:      {{^}}s.[[PID:[0-9]+]].autoscope
// FILES-NEXT: {{^}}s.[[PID]].json
// FILES-NEXT: {{^}}s.autoscope
// FILES-NEXT: {{^}}s.json
// FILES-NOT:  {{.}}

// PARENT-DAG: before()
// PARENT-DAG: inParent()
// CHILD-NOT:  before()
// CHILD:      inChild()
