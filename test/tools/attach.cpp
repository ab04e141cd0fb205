// `autoscope attach` profiles a process that runs, for a while, until a signal or to its end, shows and writes the result
// as `run` does, and leaves nothing behind; when the tool is killed, the profile ends, too.
// RUN: rm -rf %t.d && mkdir -p %t.d/tmp && cd %t.d
// RUN: %autoscope_clangxx %s -o app
// RUN: env TMPDIR=$PWD/tmp sh %S/Inputs/beside.sh ./app '%autoscope attach $pid --duration 1s && ls tmp/* && %autoscope attach $pid --duration 1s -o a.autoscope --trace a.json --quiet && %autoscope status $pid' | FileCheck %s
// RUN: %check_trace a.json && %autoscope report a.autoscope | FileCheck --check-prefix=WORK %s
// RUN: sh %S/Inputs/beside.sh ./app '%autoscope attach $pid -o b.txt --sort count & tool=$!; sh %S/Inputs/until-scopes.sh %autoscope $pid; kill -TERM $tool; wait $tool; echo status $?' | FileCheck --check-prefix=SIGNAL %s
// RUN: FileCheck --check-prefix=WORK --input-file=b.txt %s && not ls b.txt.autoscope
// To the end of the process, which closes its session, and one that cannot:
// RUN: sh %S/Inputs/beside.sh ./app '(sh %S/Inputs/until-scopes.sh %autoscope $pid; touch exit) & %autoscope attach $pid; echo status $?' 2>err | FileCheck --check-prefix=END %s
// RUN: FileCheck --check-prefix=ENDED --input-file=err %s; rm exit
// RUN: sh %S/Inputs/beside.sh ./app '(sh %S/Inputs/until-scopes.sh %autoscope $pid; kill -9 $pid) & %autoscope attach $pid -o c.autoscope; echo status $?' 2>err | FileCheck --check-prefix=KILL %s
// RUN: FileCheck --check-prefix=KILLED --input-file=err %s && %autoscope report c.autoscope | FileCheck --check-prefix=WORK %s
// RUN: not ls c.autoscope.part && not ls c.autoscope.ring
// Without the tool there is no profile:
// RUN: env TMPDIR=$PWD/tmp sh %S/Inputs/beside.sh ./app '%autoscope attach $pid & tool=$!; sh %S/Inputs/until-scopes.sh %autoscope $pid; kill -9 $tool; while %autoscope status $pid | grep -q ": recording"; do sleep 0.05; done; %autoscope status $pid; ls tmp/*' | FileCheck --check-prefix=ALONE %s
// What a process that was killed after its profile has left goes with the next look; what nobody has read yet stays.
// RUN: mkdir left && env TMPDIR=$PWD/left sh %S/Inputs/beside.sh ./app '%autoscope attach $pid --duration 100ms --quiet; ls left/*' > killed
// RUN: for i in $(seq 200); do env TMPDIR=$PWD/left %autoscope status || true; ls left/*/*.ring || break; sleep 0.05; done; ls left/* >> killed
// RUN: FileCheck --check-prefix=LEFT --input-file=killed %s
// One that is profiled already, and options that change nothing or cannot be:
// RUN: env AUTOSCOPE_OUTPUT=d.autoscope sh %S/Inputs/beside.sh ./app 'for o in "" "--duration 5x" "--duration 0s" "--quiet --sort name" "-o none/x.json"; do %autoscope attach $pid $o; echo status $?; done' 2>&1 | FileCheck --check-prefix=ERRORS %s
#include "Inputs/works-until-told.h"

[[autoscope::scope]] void atTheEnd() {}

int main() {
  workUntilTold();
  atTheEnd();
}
// CHECK:     Name {{.*}} # of Calls
// CHECK:     work()
// CHECK:     Self CPU time total:
// CHECK-NOT: .autoscope{{$}}
// CHECK-NOT: Name
// CHECK:     process {{[0-9]+}} (app): not recording
// WORK: work()
// SIGNAL: work()
// SIGNAL: status 0
// END:    work()
// END:    atTheEnd()
// END-NOT: Recovered
// END:    status 0
// ENDED: autoscope: process {{[0-9]+}} (app) ended
// KILL:   work()
// KILL:   Recovered: the process ended before it could close its session
// KILL:   status 1
// KILLED: autoscope: process {{[0-9]+}} (app) was killed, or ended without closing its session: this is what it had recorded
// ALONE:     process {{[0-9]+}} (app): not recording
// ALONE-NOT: .autoscope{{$}}
// LEFT:     -attach-1.autoscope.ring
// LEFT-NOT: .ring
// ERRORS:      autoscope: process {{[0-9]+}} (app): a profile is being recorded already, to {{/.*}}/d.autoscope
// ERRORS-NEXT: status 1
// ERRORS-NEXT: autoscope: '5x' is no length of time: 500ms, 5s and 2m are
// ERRORS-NEXT: status 1
// ERRORS-NEXT: autoscope: '0s' is no length of time: 500ms, 5s and 2m are
// ERRORS-NEXT: status 1
// ERRORS-NEXT: autoscope: --sort is for tables and trees
// ERRORS-NEXT: status 1
// ERRORS-NEXT: autoscope: cannot write none/x.json: No such file or directory
// ERRORS-NEXT: status 1
