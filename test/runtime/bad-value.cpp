// A value that cannot be used is one message naming variable and value; the program runs on, unprofiled, with its own exit
// status and output.
// RUN: %clangxx -std=c++11 -I%source/runtime/include %s -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: rm -f %t.autoscope
// RUN: not env AUTOSCOPE_OUTPUT=%t.autoscope AUTOSCOPE_BUFFER=many %t 2> %t.err | FileCheck %s --check-prefix=OUT
// RUN: FileCheck %s --check-prefix=BUFFER < %t.err
// RUN: not ls %t.autoscope
// RUN: not env AUTOSCOPE_OUTPUT=%t.xyz %t 2>&1 | FileCheck %s --check-prefix=ENDING
// RUN: not env AUTOSCOPE_OUTPUT=/nonexistent/t.json %t 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: not env AUTOSCOPE_OUTPUT=%t.%%z.json %t 2>&1 | FileCheck %s --check-prefix=PLACEHOLDER
// RUN: not env AUTOSCOPE_REPORT=graph %t 2>&1 | FileCheck %s --check-prefix=REPORT
// Also of a variable that would only count in a profile, when none is asked for.
// RUN: not env AUTOSCOPE_SHAPES=yes %t 2>&1 | FileCheck %s --check-prefix=SHAPES
// RUN: not env AUTOSCOPE_BUFFER=1 %t 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: not env AUTOSCOPE_CLOCK=rdtsc AUTOSCOPE_SHAPES=1 %t 2>&1 | FileCheck %s --check-prefix=CLOCK
// RUN: not env AUTOSCOPE_SHAPES=1 AUTOSCOPE_REPORT=none %t 2>&1 | FileCheck %s --check-prefix=SILENT
// RUN: not env AUTOSCOPE_OUTPT=%t.json %t 2>&1 | FileCheck %s --check-prefix=TYPO

// What a terminal would obey is not passed on, whoever quotes it.
// RUN: not env AUTOSCOPE_OVERFLOW="$(printf '\033[31m\302\233x\ny')" %t 2>&1 | FileCheck %s --check-prefix=CONTROL
// RUN: env AUTOSCOPE_OVERFLOW="$(printf '\033[31m\302\233x\ny')" not %autoscope run -- %t 2>&1 | FileCheck %s --check-prefix=CONTROL
// A list of rules without a rule is a mistake, too.
// RUN: not env AUTOSCOPE_SNAPSHOT_WHEN=';;' AUTOSCOPE_OVERFLOW=newest AUTOSCOPE_OUTPUT=%t.autoscope %t 2>&1 | FileCheck %s --check-prefix=NO-RULE

// OUT: the program ran
// CONTROL: {{^}}autoscope: AUTOSCOPE_OVERFLOW={{[^[:cntrl:]]+}}[31m{{[^[:cntrl:]]+}}x{{[^[:cntrl:]]+}}y is not one of block, drop, newest
// NO-RULE: {{^}}autoscope: AUTOSCOPE_SNAPSHOT_WHEN: there is no rule, as 'Server::handle > 5ms'; this run is not profiled
// BUFFER: {{^}}autoscope: AUTOSCOPE_BUFFER=many is not a whole number of MiB from 2 to 16384; this run is not profiled
// BUFFER-NOT: autoscope
// ENDING: autoscope: AUTOSCOPE_OUTPUT={{.*}}.xyz cannot be used: the name must end in .json
// FOLDER: autoscope: cannot create /nonexistent/t.json.autoscope.part: No such file or directory; this run is not profiled
// PLACEHOLDER: autoscope: AUTOSCOPE_OUTPUT={{.*}} cannot be used: %z is no placeholder
// REPORT: autoscope: AUTOSCOPE_REPORT=graph is not one of none, table, tree; this run is not profiled
// SHAPES:     {{^}}autoscope: AUTOSCOPE_SHAPES=yes is not one of 0, 1
// SHAPES-NOT: {{profiled|autoscope}}
// SMALL:      {{^}}autoscope: AUTOSCOPE_BUFFER=1 is not a whole number of MiB from 2 to 16384{{$}}
// CLOCK:      {{^}}autoscope: AUTOSCOPE_CLOCK=rdtsc is not one of auto, tsc, system{{$}}
// SILENT-NOT: autoscope:
// TYPO: {{^}}autoscope: AUTOSCOPE_OUTPT is none of autoscope's variables (AUTOSCOPE_OUTPUT,
// TYPO-NOT: autoscope

#include <autoscope/scope.h>
#include <cstdio>

int main() {
  AUTOSCOPE_SCOPE("main");
  puts("the program ran");
  return 3;
}
