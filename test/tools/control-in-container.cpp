// A process with a file system of its own: attach fetches its session, also as a session. One with a clock of its own: no command
// waits for an age that never comes.
// REQUIRES: private-mounts
// RUN: rm -rf %t.d && mkdir -p %t.d/private %t.d/out && cd %t.d && %autoscope_clangxx %s -o app && echo "100.00 100.00" >uptime
// RUN: echo 'mount -t tmpfs none private; mount -t tmpfs none out; TMPDIR=$PWD/private exec ./app' >inner.sh
// RUN: sh %S/Inputs/beside.sh 'unshare -rm sh inner.sh' '%autoscope attach $pid --duration 1s --quiet -o out/c.autoscope; echo status $?; ls -R /proc/$pid/root$PWD/private; sh %S/Inputs/full-disk.sh %autoscope attach $pid --duration 2s --quiet -o out/d.json; echo status $?' >said 2>&1
// RUN: FileCheck --input-file=said %s && %autoscope report out/c.autoscope | FileCheck --check-prefix=WORK %s && ls out | count 1
// RUN: unshare -rm sh -c 'mount --bind uptime /proc/uptime; sleep 300 & timeout 60 %autoscope status $!; echo status $?; kill $!' 2>&1 | FileCheck --check-prefix=UPTIME %s
#include "Inputs/works-until-told.h"

int main() { workUntilTold(); }
// CHECK:     status 0
// CHECK-NOT: .autoscope{{$}}
// CHECK:     autoscope: cannot write out/d.json: File too large
// CHECK:     autoscope: the session is kept as /proc/{{[0-9]+}}/root/{{.*}}/private/autoscope-{{[0-9]+}}/{{[0-9]+}}-attach-2.autoscope
// CHECK:     status 1
// WORK: work()
// UPTIME: autoscope: process {{[0-9]+}} (sleep) has no autoscope in it
// UPTIME: status 1
