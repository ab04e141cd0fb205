// What is whole of a damaged, cut or empty stream is read; what is not is counted on every way to people, also when only the
// recovered session is left; and recover removes nothing that it could not read whole.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && %autoscope_clangxx %s -o app
// RUN: not --crash env AUTOSCOPE_OUTPUT=s.autoscope ./app
// RUN: mkdir cut gone && cp s.autoscope.* cut && cp s.autoscope.* gone
// RUN: %python -c "f = open('s.autoscope.part', 'r+b'); f.seek(1000000); f.write(bytes(500000))"
// RUN: %autoscope report s.autoscope 2>err.txt | FileCheck --check-prefix=ZEROES %s
// RUN: FileCheck --check-prefix=SAID --input-file=err.txt %s
// RUN: cp s.autoscope.part part && cp s.autoscope.ring ring
// RUN: %autoscope recover s.autoscope 2>&1 | FileCheck --check-prefixes=SAID,STAY %s
// RUN: cmp s.autoscope.part part && cmp s.autoscope.ring ring
// RUN: %autoscope report s.autoscope 2>&1 | FileCheck --check-prefixes=FROM,ZEROES %s
// RUN: mkdir alone && mv s.autoscope alone && %autoscope report alone/s.autoscope 2>&1 | FileCheck --check-prefixes=ALONE,ZEROES %s
// RUN: %autoscope convert alone/s.autoscope alone.json 2>&1 | FileCheck --check-prefix=ALONE %s
// RUN: FileCheck --check-prefix=TRACE --input-file=alone.json %s
// Cut at an end of a section or anywhere:
// RUN: %python -c "f = open('cut/s.autoscope.part', 'r+b'); f.truncate(1500000)"
// RUN: %autoscope recover cut/s.autoscope 2>&1 | FileCheck --check-prefix=CUT %s
// RUN: ls cut/s.autoscope.part cut/s.autoscope.ring && %autoscope report cut/s.autoscope 2>/dev/null | FileCheck --check-prefix=SHORT %s
// All of it, but not the ring:
// RUN: rm gone/s.autoscope.part && touch gone/s.autoscope.part && %autoscope recover gone/s.autoscope 2>&1 | FileCheck --check-prefix=CUT %s
// RUN: %autoscope report gone/s.autoscope 2>/dev/null | FileCheck --check-prefix=SHORT %s
// A process that was killed while it started:
// RUN: touch e.autoscope.part && not %autoscope report e.autoscope 2>&1 | FileCheck --check-prefix=EMPTY %s
// RUN: %autoscope recover e.autoscope 2>&1 | FileCheck --check-prefix=EMPTY %s
// RUN: not ls e.autoscope.part && not %autoscope report e.autoscope 2>&1 | FileCheck --check-prefix=NOTHING %s
#include <csignal>
#include <sys/stat.h>
#include <unistd.h>

[[autoscope::scope]] void work() {}
int main() {
  for (int i = 0; i < 150000; ++i)
    work();
  struct stat part = {};
  while (stat("s.autoscope.part", &part) != 0 || part.st_size < 2300000)  // nine full chunks
    usleep(1000);
  std::raise(SIGKILL);
}
// SAID:   autoscope: s.autoscope.part is not whole; lost: {{[0-9]+}} bytes of the stream that are damaged, {{[1-3]}} chunk{{s?}} of records that are missing, of up to 16380 scopes each
// STAY:   autoscope: s.autoscope.part and s.autoscope.ring stay, since not all of them could be read
// FROM:   autoscope: s.autoscope is what s.autoscope.part was recovered to
// ALONE:  autoscope: alone/s.autoscope is not whole; lost: {{[0-9]+}} bytes of the stream that are damaged, {{[1-3]}} chunk
// All but what is between the bytes 1000000 and 1500000, and the rest of the chunk that they end in.
// ZEROES-NOT: (unknown)
// ZEROES: work() {{.*}} 11{{[0-9]+ *$}}
// ZEROES-NOT: (unknown)
// ZEROES: Lost: {{[5-7][0-9]+}} bytes of the stream that are damaged
// ZEROES: Lost: {{[1-3]}} chunk{{s?}} of records that are missing, of up to 16380 scopes each
// ZEROES: Recovered: the process ended before it could close its session
// TRACE:  "complete": false
// TRACE:  "lost: damaged bytes": {{[5-7][0-9]+}},
// TRACE-SAME: "lost: missing chunks": {{[1-3]}},
// CUT:    s.autoscope.part is not whole; lost: {{.*}} bytes of the stream that are not there, {{[0-9]+}} chunks of records that are missing
// CUT:    s.autoscope.part and {{.*}}s.autoscope.ring stay
// SHORT:  Lost: {{[0-9]+}} bytes of the stream that are not there
// SHORT:  Lost: {{[0-9]+}} chunks of records that are missing
// EMPTY:  autoscope: e.autoscope.part is empty: its process was killed before it recorded anything
// NOTHING: autoscope: e.autoscope holds no scope
// NOTHING: Recovered: the process ended before it could close its session
