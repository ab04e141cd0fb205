// `autoscope run` keeps every snapshot: one of an earlier run is not replaced, one that cannot be put in its place stays where it
// is, and that is said.
// RUN: rm -rf %t.d && mkdir -p %t.d/tmp %t.d/gone && cd %t.d && %autoscope_clangxx %s -o app
// RUN: %autoscope run --quiet --snapshot-when 'slow > 1ms' -- ./app && cp app.snapshot-1.autoscope first
// RUN: %autoscope run --quiet --snapshot-when 'slow > 1ms' -- ./app 2>&1 | FileCheck --check-prefix=SECOND %s
// RUN: cmp first app.snapshot-1.autoscope && %autoscope report app.snapshot-2.autoscope 2>&1 | FileCheck %s
// RUN: %autoscope run --quiet --snapshot-when 'slow > 1ms' -o app.json -- ./app && ls app.snapshot-3.autoscope
// The working directory is gone when the program ends:
// RUN: cd gone && env TMPDIR=%t.d/tmp not %autoscope run --quiet --snapshot-when 'slow > 1ms' -- ../app %t.d/gone 2>../err
// RUN: cd %t.d && FileCheck --check-prefix=STAYS --input-file=err %s && %autoscope report $(sed -n 's/.*the snapshot stays as //p' err) 2>&1 | FileCheck %s
#include <unistd.h>

[[autoscope::scope]] void slow() { usleep(2000); }

int main(int count, char **arguments) {
  slow();
  if (count > 1)
    rmdir(arguments[1]);
}
// CHECK: is a snapshot of a flight recorder: slow() took
// CHECK: slow()
// SECOND: autoscope: a snapshot is kept as app.snapshot-2.autoscope
// STAYS:  autoscope: cannot write app.snapshot-1.autoscope: No such file or directory; the snapshot stays as /{{.*}}/tmp/.autoscope-run-{{.*}}/{{[0-9]+}}.snapshot-1.autoscope
