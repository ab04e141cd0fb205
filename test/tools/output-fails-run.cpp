// What `autoscope run` has recorded is kept, and said where, when its outputs cannot be written; nothing incomplete has the
// name of one.
// RUN: rm -rf %t.d && mkdir -p %t.d/tmp && cd %t.d && %autoscope_clangxx %s -o app
// A folder came into the place of the output:
// RUN: not %autoscope run --quiet -o out.json -- ./app make out.json 2>err && FileCheck --check-prefix=FOLDER --input-file=err %s
// RUN: %autoscope report $(sed -n 's/.*kept as //p' err) | FileCheck %s
// RUN: not %autoscope run --quiet -o out.autoscope -- ./app make out.autoscope 2>err && FileCheck --check-prefix=FOLDER --input-file=err %s
// RUN: %autoscope report $(sed -n 's/.*kept as //p' err) | FileCheck %s
// RUN: rm -rf .autoscope-run-*
// The disk is full, for each output, for what is shown, and for the session of a process that was killed:
// RUN: not sh %S/Inputs/full-disk.sh %autoscope run --quiet -o t.json -- sh %S/Inputs/with-space.sh ./app 2>err
// RUN: FileCheck --check-prefix=FULL --input-file=err %s && %autoscope report $(sed -n 's/.*kept as //p' err) | FileCheck %s
// RUN: env TMPDIR=$PWD/tmp not sh %S/Inputs/full-disk.sh %autoscope run --trace t.json -- sh %S/Inputs/with-space.sh ./app 2>err | FileCheck %s
// RUN: FileCheck --check-prefix=FULL --input-file=err %s && %autoscope report $(sed -n 's/.*kept as //p' err) | FileCheck %s
// RUN: env TMPDIR=$PWD/tmp not %autoscope run -- ./app 2>err >/dev/full
// RUN: FileCheck --check-prefix=SHOWN --input-file=err %s && %autoscope report $(sed -n 's/.*kept as //p' err) | FileCheck %s
// RUN: sh %S/Inputs/full-disk.sh %autoscope run --quiet -o k.autoscope -- sh %S/Inputs/with-space.sh ./app kill 2>err; test $? = 137
// RUN: FileCheck --check-prefix=KILLED --input-file=err %s && %autoscope report $(sed -n 's/.*kept as //p' err) | FileCheck %s
// RUN: ls >files && FileCheck --check-prefix=FILES --input-file=files %s
// Of two processes only what was not written stays:
// RUN: rm -rf .autoscope-run-* && not %autoscope run --quiet -o two.json -- ./app fork 2>err
// RUN: FileCheck --check-prefix=TWO --input-file=err %s && %autoscope report $(sed -n 's/.*kept as //p' err) | FileCheck %s
// RUN: ls .autoscope-run-* | count 1 && %check_trace two.json --scopes 5000
// And where all went well nothing does.
// RUN: rm -rf .autoscope-run-* && %autoscope run --quiet -o well.autoscope -- ./app && not ls -d .autoscope-run-*
#include <csignal>
#include <cstring>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

[[autoscope::scope]] void work() {}

int main(int count, char **arguments) {
  std::string what = count > 1 ? arguments[1] : "";
  if (what == "make")
    mkdir(arguments[2], 0777);
  if (what == "fork") {
    pid_t child = fork();
    if (child == 0)
      mkdir(("two." + std::to_string(getpid()) + ".json").c_str(), 0777);
    else
      waitpid(child, nullptr, 0);
  }
  for (int i = 0; i < 5000; ++i)
    work();
  if (what == "kill")
    raise(SIGKILL);
}
// CHECK: work() {{.*}} 5000
// FOLDER:      autoscope: cannot write out.{{json|autoscope}}: Is a directory
// FOLDER-NEXT: autoscope: the session is kept as /{{.*}}.autoscope
// FULL:        autoscope: cannot write t.json: File too large
// FULL-NEXT:   autoscope: the session is kept as /{{.*}}.autoscope
// SHOWN:       autoscope: cannot write standard output: No space left on device
// SHOWN-NEXT:  autoscope: the session is kept as /{{.*}}.autoscope
// KILLED:      autoscope: cannot write k.autoscope: File too large
// KILLED-NEXT: autoscope: the session is kept as /{{.*}}.autoscope.part
// FILES:       app
// FILES-NEXT:  err
// FILES-NEXT:  files
// FILES-NEXT:  out.autoscope
// FILES-NEXT:  out.json
// FILES-NEXT:  tmp
// FILES-NOT:   {{.}}
// TWO:         autoscope: cannot write two.[[PID:[0-9]+]].json: Is a directory
// TWO-NEXT:    autoscope: the session is kept as /{{.*}}/[[PID]].autoscope
