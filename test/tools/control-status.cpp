// `autoscope status` says of a process that listens whether it is profiled, where to, for how long and how far; without a
// process it lists those that listen.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %autoscope_clangxx %s -o app
// RUN: sh %S/Inputs/beside.sh ./app '%autoscope status $pid && %autoscope status' | FileCheck --check-prefix=OFF %s
// RUN: env AUTOSCOPE_OUTPUT=trace.json AUTOSCOPE_OVERFLOW=drop sh %S/Inputs/beside.sh ./app '%autoscope status $pid' | FileCheck --check-prefix=ON %s
// What is unfit for a terminal in the name of a program does not get there.
// RUN: printf 'a\033[31mb\nc' >name && cp app "$(cat name)" && echo 'exec "./$(cat name)"' >named.sh
// RUN: sh %S/Inputs/beside.sh 'sh named.sh' '%autoscope status $pid; %autoscope stop $pid; true' 2>&1 | FileCheck --check-prefix=NAMED %s
// Who was killed has left its socket; the list takes it away.
// RUN: ls autoscope/*.control
// RUN: not env XDG_RUNTIME_DIR=$PWD %autoscope status 1 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: env XDG_RUNTIME_DIR=$PWD %autoscope status >list 2>&1 || true
// RUN: not ls autoscope/*.control
#include "Inputs/works-until-told.h"

[[autoscope::scope]] static void tick() {}

int main() {
  for (int i = 0; i < 20000; ++i)
    tick();
  workUntilTold();
}
// OFF: process [[PID:[0-9]+]] (app): not recording
// OFF: process [[PID]] (app): not recording
// ON:      process {{[0-9]+}} (app): recording
// ON-NEXT:   session  {{/.*}}/trace.json.autoscope
// ON-NEXT:   product  {{/.*}}/trace.json
// ON-NEXT:   since    20{{[0-9][0-9]-[0-9][0-9]-[0-9][0-9] [0-9][0-9]:[0-9][0-9]:[0-9][0-9]}}, for {{[0-9]+\.[0-9]+m?s}}
// ON-NEXT:   scopes   {{2[0-9],[0-9][0-9][0-9]}}
// ON-NEXT:   bytes    {{[0-9]+,[0-9]+}}
// ON-NEXT:   option   AUTOSCOPE_OVERFLOW=drop
// NONE: autoscope: process 1
// NAMED:      process {{[0-9]+}} (a�[31mb�c): not recording
// NAMED-NEXT: autoscope: process {{[0-9]+}} (a�[31mb�c): no profile is being recorded
