// `autoscope snapshot` writes what a flight recorder holds, twice and in two formats, while the process goes on; without one it
// says what is needed.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %autoscope_clangxx %s -o app
// RUN: sh %S/Inputs/beside.sh ./app '%autoscope snapshot $pid; %autoscope start $pid --overflow newest -o f.autoscope && while %autoscope status $pid | grep -q "scopes *0$"; do sleep 0.05; done; %autoscope snapshot $pid && %autoscope snapshot $pid -o s.json && %autoscope status $pid; %autoscope stop $pid; %autoscope start $pid -o g.autoscope && %autoscope snapshot $pid' >out 2>&1 || true
// RUN: FileCheck --input-file=out %s
// RUN: %autoscope report f.snapshot-1.autoscope | FileCheck --check-prefix=WORK %s
// RUN: %check_trace s.json && grep -q "work()" s.json
#include "Inputs/works-until-told.h"

int main() {
  workUntilTold();
}
// CHECK: autoscope: process [[PID:[0-9]+]] (app): no profile is being recorded
// CHECK: process [[PID]] (app) records to {{/.*}}/f.autoscope
// CHECK: process [[PID]] (app) has written {{/.*}}/f.snapshot-1.autoscope
// CHECK: process [[PID]] (app) has written {{/.*}}/s.json
// CHECK: process [[PID]] (app): recording
// CHECK: option AUTOSCOPE_OVERFLOW=newest
// CHECK: process [[PID]] (app) has written {{/.*}}/f.autoscope
// CHECK: autoscope: process [[PID]] (app): {{.*}}AUTOSCOPE_OVERFLOW=newest
// WORK: work()
