// A process that replaces itself by exec inside scopes has two sessions: the one before, unfinished, and that of the new image.
// RUN: %autoscope_clangxx %s -o %t
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: env AUTOSCOPE_OUTPUT=%t.d/p.autoscope %t 2> %t.err && FileCheck --check-prefix=SAID %s < %t.err
// RUN: ls %t.d | FileCheck --check-prefix=FILES %s
// RUN: %autoscope dump --stable %t.d/p.before-exec.autoscope.part | FileCheck --check-prefix=BEFORE %s
// RUN: %autoscope dump --stable %t.d/p.before-exec-2.autoscope.part | FileCheck --check-prefix=BETWEEN %s
// RUN: %autoscope dump --stable %t.d/p.autoscope | FileCheck --check-prefix=AFTER %s
// RUN: rm -rf %t.d/*
// RUN: %autoscope run -o %t.d/s.autoscope -- %t 2>/dev/null | FileCheck --check-prefix=SHOWN %s
// RUN: ls %t.d | wc -l | FileCheck --check-prefix=THREE %s
#include <string>
#include <unistd.h>

[[autoscope::scope]] void before() {}
[[autoscope::scope]] void after() {}
[[autoscope::scope]] void between() {}
[[autoscope::scope]] int replace(char **argv, const char *argument) { return execl(argv[0], argv[0], argument, nullptr); }

int main(int argc, char **argv) {
  std::string argument = argc > 1 ? argv[1] : "";
  if (argument == "last") {
    after();
    return 0;
  }
  if (argument == "next") {
    between();
    return replace(argv, "last");
  }
  before();
  return replace(argv, "next");
}
// SAID:      autoscope: what this process recorded before exec is kept as {{.*}}/p.before-exec.autoscope.part
// SAID-NEXT: autoscope: what this process recorded before exec is kept as {{.*}}/p.before-exec-2.autoscope.part
// SAID-NOT:  {{.}}
// FILES:      {{^}}p.autoscope
// FILES-NEXT: {{^}}p.before-exec-2.autoscope.part
// FILES-NEXT: {{^}}p.before-exec-2.autoscope.ring
// FILES-NEXT: {{^}}p.before-exec.autoscope.part
// FILES-NEXT: {{^}}p.before-exec.autoscope.ring
// FILES-NOT:  {{.}}
// BEFORE:      thread
// BEFORE-NEXT:   before()
// BEFORE-NEXT:   replace(char **, const char *) (open)
// BEFORE-NOT:    {{[a-z]}}
// BETWEEN:      thread
// BETWEEN-NEXT:   between()
// BETWEEN-NEXT:   replace(char **, const char *) (open)
// BETWEEN-NOT:    {{[a-z]}}
// AFTER:      thread
// AFTER-NEXT:   after()
// AFTER-NOT:    {{[a-z]}}
// SHOWN: process [[#PID:]]:
// SHOWN: after()
// SHOWN: process [[#PID]].before-exec
// SHOWN: process [[#PID]].before-exec
// THREE: {{^}}3{{$}}
