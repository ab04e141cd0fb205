// A child of fork that replaces itself by exec inside a scope keeps what it recorded before, beside its new image's session.
// RUN: %autoscope_clangxx %s -o %t
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: env AUTOSCOPE_OUTPUT=%t.d/p.autoscope %t 2>/dev/null
// RUN: ls %t.d | sed 's/[0-9][0-9]*/N/' | FileCheck --check-prefix=FILES %s
// RUN: %autoscope dump --stable %t.d/p.autoscope | FileCheck --check-prefix=PARENT %s
// RUN: %autoscope dump --stable %t.d/p.*.before-exec.autoscope.part | FileCheck --check-prefix=BEFORE %s
// RUN: rm %t.d/p.*.before-exec.autoscope.part %t.d/p.autoscope && %autoscope dump --stable %t.d/p.*.autoscope | FileCheck --check-prefix=AFTER %s
#include <sys/wait.h>
#include <unistd.h>

[[autoscope::scope]] void before() {}
[[autoscope::scope]] void after() {}
[[autoscope::scope]] void inParent() {}
[[autoscope::scope]] int replace(char **argv) { return execl(argv[0], argv[0], "child", nullptr); }

int main(int argc, char **argv) {
  if (argc > 1) {
    after();
    return 0;
  }
  inParent();
  pid_t child = fork();
  if (child == 0) {
    before();
    return replace(argv);
  }
  int status = 1;
  return waitpid(child, &status, 0) == child && status == 0 ? 0 : 1;
}
// FILES:      {{^}}p.N.autoscope
// FILES-NEXT: {{^}}p.N.before-exec.autoscope.part
// FILES-NEXT: {{^}}p.N.before-exec.autoscope.ring
// FILES-NEXT: {{^}}p.autoscope
// FILES-NOT:  {{.}}
// PARENT:      thread
// PARENT-NEXT:   inParent()
// PARENT-NOT:    {{[a-z]}}
// BEFORE:      thread
// BEFORE-NEXT:   before()
// BEFORE-NEXT:   replace(char **) (open)
// BEFORE-NOT:    {{[a-z]}}
// AFTER:      thread
// AFTER-NEXT:   after()
// AFTER-NOT:    {{[a-z]}}
