// Sessions and snapshots come whole to their place also from another file system, or stay where they are.
// REQUIRES: shared-memory-folder
// RUN: rm -rf %t.d && mkdir -p %t.d && cd %t.d && %autoscope_clangxx %s -o app
// RUN: mktemp -d /dev/shm/autoscope-XXXXXX >folder
// RUN: env TMPDIR=$(cat folder) %autoscope run --quiet --snapshot-when 'slow > 1ms' -- ./app 2>&1 | FileCheck --check-prefix=KEPT %s
// RUN: %autoscope report app.snapshot-1.autoscope 2>&1 | FileCheck %s
// RUN: ls -A $(cat folder) | count 0
// RUN: env TMPDIR=$(cat folder) not sh %S/Inputs/full-disk.sh %autoscope run --quiet --snapshot-when 'slow > 1ms' -- sh %S/Inputs/with-space.sh ./app 2>err
// RUN: FileCheck --check-prefix=FULL --input-file=err %s && %autoscope report $(sed -n 's/.*the snapshot stays as //p' err) 2>&1 | FileCheck %s
// RUN: ls >files && FileCheck --check-prefix=FILES --input-file=files %s
// RUN: rm -rf $(cat folder)
#include <unistd.h>

[[autoscope::scope]] void work() {}
[[autoscope::scope]] void slow() {
  for (int i = 0; i < 5000; ++i)
    work();
  usleep(2000);
}

int main() { slow(); }
// CHECK: work() {{.*}} 5000
// KEPT: autoscope: a snapshot is kept as app.snapshot-1.autoscope
// FULL: autoscope: cannot write sh.snapshot-1.autoscope.{{[0-9]+}}: File too large; the snapshot stays as /dev/shm/{{.*}}.autoscope
// FILES:      app
// FILES-NEXT: app.snapshot-1.autoscope
// FILES-NEXT: err
// FILES-NEXT: files
// FILES-NEXT: folder
// FILES-NOT:  {{.}}
