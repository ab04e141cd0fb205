// A full disk costs no other command a session: attach keeps what it fetched, recover what there was to recover; convert and
// the process's own snapshot leave nothing incomplete.
// RUN: rm -rf %t.d && mkdir -p %t.d/tmp && cd %t.d && %autoscope_clangxx %s -o app
// RUN: env TMPDIR=$PWD/tmp sh %S/Inputs/beside.sh ./app 'sh %S/Inputs/full-disk.sh %autoscope attach $pid --duration 1s --quiet --trace t.json; echo status $?' >out 2>err
// RUN: FileCheck --check-prefix=ATTACH --input-file=err %s && FileCheck --check-prefix=STATUS --input-file=out %s
// RUN: %autoscope report $(sed -n 's/.*kept as //p' err) | FileCheck %s
// RUN: env TMPDIR=$PWD/tmp sh %S/Inputs/beside.sh ./app '%autoscope attach $pid --duration 1s >/dev/full; echo status $?' >out 2>err
// RUN: FileCheck --check-prefix=SHOWN --input-file=err %s && FileCheck --check-prefix=STATUS --input-file=out %s
// RUN: %autoscope report $(sed -n 's/.*kept as //p' err) | FileCheck %s
// RUN: env AUTOSCOPE_OUTPUT=k.autoscope ./app kill || true
// RUN: not sh %S/Inputs/full-disk.sh %autoscope recover k.autoscope 2>&1 | FileCheck --check-prefix=RECOVER %s
// RUN: not ls k.autoscope && %autoscope recover k.autoscope && %autoscope report k.autoscope | FileCheck %s
// RUN: sh -c 'for o in c.json c.autoscope c.stacks; do sh $0 $1 convert k.autoscope $o; echo status $?; done' %S/Inputs/full-disk.sh %autoscope 2>&1 | FileCheck --check-prefix=CONVERT %s
// RUN: ls >files && FileCheck --check-prefix=FILES --input-file=files %s
#include "Inputs/works-until-told.h"

#include <csignal>

[[autoscope::scope]] void deep(int left) {
  if (left > 0)
    deep(left - 1);
}

int main(int count, char **) {
  if (count == 1) {
    std::signal(SIGXFSZ, SIG_IGN);
    auto more = [] {
      for (int i = 0; i < 500; ++i)
        deep(10);
    };
    alarm(300);
    fclose(fopen("ready", "w"));
    for (;;)
      more(), work();
  }
  for (int i = 0; i < 500; ++i)
    deep(500);
  work();
  std::raise(SIGKILL);
}
// CHECK: {{work|deep}}({{.*}})
// STATUS: status 1
// ATTACH:      autoscope: cannot write t.json: File too large
// ATTACH-NEXT: autoscope: the session is kept as /{{.*}}-attach-1.autoscope
// SHOWN:       autoscope: cannot write standard output: No space left on device
// SHOWN-NEXT:  autoscope: the session is kept as /{{.*}}-attach-1.autoscope
// RECOVER:     autoscope: cannot write k.autoscope: File too large
// CONVERT:      autoscope: cannot write c.json: File too large
// CONVERT-NEXT: status 1
// CONVERT-NEXT: autoscope: cannot write c.autoscope: File too large
// CONVERT-NEXT: status 1
// CONVERT-NEXT: autoscope: cannot write c.stacks: File too large
// CONVERT-NEXT: status 1
// FILES-NOT:  {{^c\.|\.tmp}}
// FILES:      k.autoscope
// FILES-NOT:  {{^c\.|\.tmp}}
