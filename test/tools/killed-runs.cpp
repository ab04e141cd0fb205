// What a killed run left is found under the name that it was to write, beside an earlier run and without its ring, and no
// command hides or destroys any of it.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %autoscope_clangxx %s -o app
// An earlier run beside it:
// RUN: env AUTOSCOPE_OUTPUT=s.autoscope ./app
// RUN: not --crash env AUTOSCOPE_OUTPUT=s.autoscope ./app kill
// RUN: sh -c 'for c in report tree "dump --stable"; do $0 $c s.autoscope; done; $0 convert s.autoscope s.json' %autoscope 2>&1 | FileCheck --check-prefix=BESIDE %s
// RUN: %autoscope report s.autoscope.part 2>&1 | FileCheck --check-prefix=KILLED %s
// RUN: %autoscope recover s.autoscope 2>&1 | FileCheck --check-prefix=REPLACED %s
// RUN: %autoscope report s.autoscope 2>&1 | FileCheck --check-prefix=KILLED %s
// By the name of the trace:
// RUN: not --crash env AUTOSCOPE_OUTPUT=t.json ./app kill
// RUN: %autoscope report t.json 2>&1 | FileCheck --check-prefix=PRODUCT %s
// RUN: %autoscope recover t.json 2>&1 | FileCheck --check-prefix=CONVERT %s
// RUN: %autoscope convert t.json.autoscope t.json && %check_trace t.json --scopes 2
// RUN: not ls t.json.autoscope.part
// RUN: not %autoscope recover -o x.json t.json 2>&1 | FileCheck --check-prefix=SESSION %s
// Without the ring nothing is written and nothing removed:
// RUN: not --crash env AUTOSCOPE_OUTPUT=r.autoscope ./app kill
// RUN: mv r.autoscope.ring away && cp r.autoscope.part kept
// RUN: not %autoscope recover r.autoscope 2>&1 | FileCheck --check-prefix=RINGLESS %s
// RUN: cmp r.autoscope.part kept && not ls r.autoscope
// RUN: mv away r.autoscope.ring && %autoscope recover r.autoscope && %autoscope report r.autoscope | FileCheck --check-prefix=KILLED %s
// A header that names some other file as its ring:
// RUN: echo precious >victim.txt && not --crash env AUTOSCOPE_OUTPUT=v.autoscope ./app kill
// RUN: %python -c "import sys; f = open(sys.argv[1], 'r+b'); d = f.read(); f.seek(0); f.write(d.replace(b'/v.autoscope.ring', b'/victim.txt'.ljust(17, bytes(1))))" v.autoscope.part
// RUN: mv v.autoscope.ring away && not %autoscope recover v.autoscope && FileCheck --check-prefix=VICTIM --input-file=victim.txt %s
// RUN: mv away v.autoscope.ring && %autoscope recover v.autoscope && FileCheck --check-prefix=VICTIM --input-file=victim.txt %s
// RUN: %autoscope report v.autoscope | FileCheck --check-prefix=KILLED %s
// A run that goes on:
// RUN: sh -c 'AUTOSCOPE_OUTPUT=l.autoscope ./app wait & pid=$!; while ! test -e waiting; do sleep 0.1; done; $0 report l.autoscope; kill -9 $pid' %autoscope 2>&1 | FileCheck --check-prefix=LIVE %s
#include <csignal>
#include <cstdio>
#include <cstring>
#include <unistd.h>

[[autoscope::scope]] void early() {}
[[autoscope::scope]] void late(const char *how) {
  if (!std::strcmp(how, "kill"))
    std::raise(SIGKILL);
  std::fclose(std::fopen("waiting", "w"));
  sleep(60);
}
int main(int argc, char **argv) {
  early();
  if (argc > 1)
    late(argv[1]);
}
// BESIDE-COUNT-4: autoscope: s.autoscope is of an earlier run; a later one did not finish: read s.autoscope.part for it, or `autoscope recover s.autoscope`
// KILLED: late(const char *)
// KILLED: Recovered: the process ended before it could close its session
// KILLED-NEXT: Open: 1 scope
// KILLED-NEXT: {{^  thread [0-9]+ \(app\): late\(const char \*\)$}}
// REPLACED: autoscope: the session of an earlier run, s.autoscope, has been replaced
// PRODUCT: autoscope: reading t.json.autoscope.part, the session that t.json is made from
// PRODUCT: late(const char *)
// CONVERT: autoscope: finished t.json.autoscope: `autoscope convert t.json.autoscope t.json` makes t.json of it
// SESSION: autoscope: what recover writes is a session: let the name x.json end in .autoscope
// RINGLESS: autoscope: cannot finish r.autoscope.part without its ring, which holds the names of its scopes: it is left as it is
// VICTIM: precious
// LIVE: late(const char *)
// LIVE-NOT: Recovered
// LIVE: Still recording: the process has not ended; this is what it has recorded so far
// LIVE: Open: 1 scope has not been left yet
// LIVE-NEXT: thread {{[0-9]+ \(app\)}}: late(const char *)
