// root profiles a process of another user into a folder that is closed to that user; the file is root's.
// REQUIRES: root
// RUN: rm -rf %t.d && mkdir -p %t.d/closed && cd %t.d && %autoscope_clangxx %s -o app && chmod 700 closed
// RUN: mktemp -d /tmp/autoscope-XXXXXX >folder && cp app $(cat folder) && chown -R 65534:65534 $(cat folder)
// RUN: cd $(cat folder) && env TMPDIR=$PWD sh %S/Inputs/beside.sh 'setpriv --reuid=65534 --regid=65534 --clear-groups ./app' '%autoscope attach $pid --duration 1s --quiet -o %t.d/closed/a.autoscope; echo status $?; %autoscope attach $pid --duration 1s --quiet -o %t.d/closed/b.txt; echo status $?' 2>&1 | FileCheck %s
// RUN: cd %t.d/closed && %autoscope report a.autoscope | FileCheck --check-prefix=WORK %s && FileCheck --check-prefix=WORK --input-file=b.txt %s
// RUN: stat -c %%u a.autoscope b.txt | FileCheck --check-prefix=OWNER %s
// RUN: ls . | count 2 && ls $(cat ../folder)/autoscope-65534/*.autoscope | count 0; rm -rf $(cat ../folder)
#include "Inputs/works-until-told.h"

int main() { workUntilTold(); }
// CHECK-NOT:  cannot
// CHECK:      status 0
// CHECK-NOT:  cannot
// CHECK:      status 0
// WORK: work()
// OWNER:      0
// OWNER-NEXT: 0
