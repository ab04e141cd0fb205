// Commands about a process that a signal or a debugger has stopped say so, however often they are tried, and do not wait for it.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && %autoscope_clangxx %s -o app
// RUN: sh %S/Inputs/beside.sh ./app 'kill -STOP $pid; while ! grep -q "^State:.T" /proc/$pid/status; do sleep 0.05; done; for i in $(seq 20); do timeout 60 %autoscope status $pid; done; timeout 60 %autoscope status; echo status $?; kill -CONT $pid; while ! %autoscope status $pid; do sleep 0.05; done' >out 2>&1
// RUN: FileCheck --input-file=out %s
// A signal ends the wait for the answer of a process that was stopped meanwhile; its session comes when it goes on.
// RUN: sh %S/Inputs/beside.sh ./app '%autoscope attach $pid -o s.txt & tool=$!; sh %S/Inputs/until-scopes.sh %autoscope $pid; kill -STOP $pid; while ! grep -q "^State:.T" /proc/$pid/status; do sleep 0.05; done; while kill -TERM $tool; do sleep 0.1; done; wait $tool; echo status $?; kill -CONT $pid; while ! test -e s.txt.autoscope; do sleep 0.05; done' 2>&1 | grep -v 'No such process' | FileCheck --check-prefix=ATTACH %s
// RUN: %autoscope report s.txt.autoscope | FileCheck --check-prefix=WORK %s
#include "Inputs/works-until-told.h"

int main() { workUntilTold(); }
// CHECK-COUNT-21: process {{[0-9]+}} (app) is stopped by a signal: continue it first (kill -CONT)
// CHECK:          status 0
// CHECK:          process {{[0-9]+}} (app): not recording
// ATTACH: autoscope: process {{[0-9]+}} (app) has not answered yet: its session stays where it is written, {{/.*}}/s.txt.autoscope
// ATTACH: status 1
// WORK: work()
