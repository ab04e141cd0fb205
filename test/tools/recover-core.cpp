// The core of a crash is read like a session, `recover` makes one of it and leaves all else as it is, and what a core
// does not hold is said.
// REQUIRES: core-files
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && ulimit -c $(ulimit -H -c)
// RUN: %autoscope_clangxx %s -o %t && %clangxx -Wno-unknown-attributes %s -o %t.plain
// Not by `not --crash`, which lets no core be made. With the stream that the process left.
// RUN: (env AUTOSCOPE_CORE=1 AUTOSCOPE_OUTPUT=s.autoscope %t || true) && mv core* app.4711
// RUN: rm s.autoscope.ring
// RUN: %autoscope report app.4711 | FileCheck %s
// RUN: %autoscope recover app.4711 -o out.autoscope 2>&1 | count 0
// RUN: %autoscope report out.autoscope --name-width 0 >out.txt && FileCheck --input-file=out.txt %s
// RUN: %autoscope convert out.autoscope out.json
// RUN: %check_trace out.json --scopes 100003 --agrees-with out.txt
// RUN: %autoscope recover app.4711 2>&1 | FileCheck --check-prefix=SAID %s
// RUN: cmp app.4711.autoscope out.autoscope
// RUN: %autoscope recover app.4711 2>&1 | FileCheck --check-prefix=AGAIN %s
// RUN: ls app.4711 s.autoscope.part
// Without it: what was still in memory.
// RUN: rm s.autoscope.part
// RUN: %autoscope recover app.4711 -o memory.autoscope 2>&1 | FileCheck --check-prefix=MEMORY %s
// RUN: %autoscope report memory.autoscope | FileCheck --check-prefix=SOME %s
// A flight recorder's core needs nothing else.
// RUN: (env AUTOSCOPE_CORE=1 AUTOSCOPE_OVERFLOW=newest AUTOSCOPE_OUTPUT=s.autoscope %t || true) && mv core* newest
// RUN: rm s.autoscope.*
// RUN: %autoscope recover newest -o newest.autoscope 2>&1 | count 0
// RUN: %autoscope report newest.autoscope | FileCheck %s
// One that is finished already is named, and one that was cut is not taken for one without AUTOSCOPE_CORE.
// RUN: (env AUTOSCOPE_CORE=1 AUTOSCOPE_OUTPUT=f.autoscope %t || true) && mv core* finished && %autoscope recover f.autoscope
// RUN: %autoscope report finished 2>&1 | FileCheck --check-prefix=FINISHED %s
// RUN: (env AUTOSCOPE_CORE=1 AUTOSCOPE_OUTPUT=c.autoscope %t || true) && mv core* whole && head -c 100000 whole >cut && rm c.autoscope.ring
// RUN: not %autoscope recover cut 2>&1 | FileCheck --check-prefix=CUT %s
// What is no session of a core. The core stays, and no file is made.
// RUN: not %autoscope recover newest -o newest.json 2>&1 | FileCheck --check-prefix=JSON %s
// RUN: not %autoscope recover newest -o none/newest.autoscope 2>&1 | FileCheck --check-prefix=FOLDER %s
// RUN: head -c 100 newest >short
// RUN: not %autoscope recover short 2>&1 | FileCheck --check-prefix=SHORT %s
// RUN: (env AUTOSCOPE_OUTPUT=s.autoscope %t || true) && mv core* without && rm s.autoscope.ring
// RUN: not %autoscope recover without 2>&1 | FileCheck --check-prefix=WITHOUT %s
// RUN: (%t.plain || true) && mv core* plain
// RUN: not %autoscope recover plain 2>&1 | FileCheck --check-prefix=PLAIN %s
// RUN: not %autoscope recover %t -o program.autoscope 2>&1 | FileCheck --check-prefix=PROGRAM %s
// RUN: not %autoscope recover %t 2>&1 | FileCheck --check-prefix=PROGRAM %s
// RUN: not %autoscope recover core.4711 2>&1 | FileCheck --check-prefix=NO-CORE %s
// RUN: ls | FileCheck --check-prefix=LEFT %s
#include <cstdlib>

[[autoscope::scope]] void work() {}
[[autoscope::scope]] void inner() {
  for (int i = 0; i < 50000; ++i)
    work();
}
[[autoscope::scope]] void runs() {
  inner();
  inner();
  std::abort();
}
int main() { runs(); }
// CHECK-DAG: work() {{.*}} 100000
// CHECK-DAG: inner() {{.*}} 2
// CHECK-DAG: runs() {{.*}} 1
// CHECK:     Recovered: the process ended before it could close its session
// CHECK:     Open: 1 scope had not been left when the process ended
// SAID:      the session of app.4711 is app.4711.autoscope
// AGAIN:     the session of an earlier run, app.4711.autoscope, has been replaced
// MEMORY:    s.autoscope.part, the stream of this session, is not there: only the scopes that were still in memory are shown
// SOME:      work()
// FINISHED:  f.autoscope is this session, finished; finished shows the scopes that were in memory when it was made
// FINISHED:  work()
// CUT:       cut has been cut and holds no scopes, and {{.*}}c.autoscope.ring, where they were, is gone{{$}}
// JSON:      what recover writes is a session: let the name newest.json end in .autoscope
// FOLDER:    cannot {{.*}} none/newest.autoscope{{.*}}: No such file or directory
// SHORT:     short is a damaged core: its list of segments is cut
// WITHOUT:   without holds no scopes, and {{.*}}s.autoscope.ring, where they were, is gone: with AUTOSCOPE_CORE=1 a program's cores hold them
// NO-CORE:   autoscope: neither core.4711 nor core.4711.part exists
// PLAIN:     plain is of a process that autoscope did not record
// PROGRAM:   .tmp is not an autoscope session, nor a core
// LEFT:      app.4711
// LEFT-NOT:  plain.autoscope
// LEFT-NOT:  program.autoscope
// LEFT-NOT:  short.autoscope
// LEFT-NOT:  without.autoscope
