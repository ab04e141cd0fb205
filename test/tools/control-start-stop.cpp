// `autoscope start` and `stop` profile a process that runs, with the outputs and options that are asked for; what cannot
// be is one sentence.
// RUN: rm -rf %t.d && mkdir "%t.d" && cd %t.d
// RUN: %autoscope_clangxx %s -o app
// RUN: sh %S/Inputs/beside.sh ./app '%autoscope start $pid -o "a 100%%.json" --overflow drop && %autoscope status $pid && while %autoscope status $pid | grep -q "scopes *0$"; do sleep 0.05; done; %autoscope stop $pid' | FileCheck %s
// RUN: %check_trace "a 100%%.json" && grep -q "work()" "a 100%%.json"
// Several, one after the other, and one that is begun by the tool and ended by the process:
// RUN: rm -f exit && sh %S/Inputs/beside.sh ./app 'for n in 1 2 3; do %autoscope start $pid -o $n.autoscope ; while %autoscope status $pid | grep -q "scopes *0$"; do sleep 0.05; done; %autoscope stop $pid; done; %autoscope start $pid && touch exit; while test -e autoscope/$pid.control; do sleep 0.05; done'
// RUN: for n in 1 2 3; do %autoscope report $n.autoscope | FileCheck --check-prefix=WORK %s; done
// RUN: rm [0-9].autoscope && %autoscope report *.autoscope | FileCheck --check-prefix=ENDED %s
// The memory is that of the first profile, and status says so:
// RUN: rm -f exit && sh %S/Inputs/beside.sh ./app '%autoscope attach $pid --duration 100ms --quiet -o m.autoscope --buffer 32; %autoscope start $pid --buffer 4 -o m2.autoscope; %autoscope status $pid' 2>&1 | FileCheck --check-prefix=BUFFER %s
// Errors:
// RUN: rm -f exit && env AUTOSCOPE_OUTPUT=first.autoscope sh %S/Inputs/beside.sh ./app '%autoscope start $pid; echo status $?; %autoscope stop $pid; %autoscope stop $pid; echo status $?; for o in "-o x.csv" "-o none/x.json" "--overflow never" "--buffer 1"; do %autoscope start $pid $o; echo status $?; done' 2>&1 | FileCheck --check-prefix=ERRORS %s
#include "Inputs/works-until-told.h"

[[autoscope::scope]] static void atTheEnd() {}

int main() {
  workUntilTold();
  atTheEnd();
}
// CHECK: process [[PID:[0-9]+]] (app) records to {{/.*}}/a 100%.json: `autoscope stop [[PID]]` ends that
// CHECK: process [[PID]] (app): recording
// CHECK: option AUTOSCOPE_OVERFLOW=drop
// CHECK: process [[PID]] (app) has written {{/.*}}/a 100%.json
// BUFFER: autoscope: --buffer 4 has no effect: the first profile of the process has set it to 32
// BUFFER: option AUTOSCOPE_BUFFER=32
// WORK: work()
// WORK-NOT: Recovered
// ENDED: atTheEnd()
// ENDED-NOT: Recovered
// ERRORS:      autoscope: process [[PID:[0-9]+]] (app): a profile is being recorded already, to {{/.*}}/first.autoscope
// ERRORS-NEXT: status 1
// ERRORS-NEXT: process [[PID]] (app) has written {{/.*}}/first.autoscope
// ERRORS-NEXT: autoscope: process [[PID]] (app): no profile is being recorded
// ERRORS-NEXT: status 1
// ERRORS-NEXT: autoscope: the name x.csv does not tell a format: let it end in
// ERRORS-NEXT: status 1
// ERRORS-NEXT: autoscope: process [[PID]] (app): cannot create {{/.*}}/none/x.json.autoscope.part: No such file or directory
// ERRORS-NEXT: status 1
// ERRORS-NEXT: autoscope: process [[PID]] (app): AUTOSCOPE_OVERFLOW=never is not one of {{.*}}
// ERRORS-NEXT: status 1
// ERRORS-NEXT: autoscope: process [[PID]] (app): AUTOSCOPE_BUFFER=1 is not a whole number of MiB from 2 to 16384
// ERRORS-NEXT: status 1
