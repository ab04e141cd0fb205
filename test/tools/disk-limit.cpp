// AUTOSCOPE_DISK holds for the session and for what is made of it at the end: the session says until when it goes and what was
// running then, and a trace that would be larger is not written, but the session stays.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %autoscope_clangxx %s -o app
// RUN: env AUTOSCOPE_DISK=1 AUTOSCOPE_OUTPUT=x.json ./app 2>&1 | FileCheck %s
// RUN: not ls x.json
// RUN: %autoscope report x.json.autoscope | FileCheck --check-prefix=TABLE %s
// RUN: %autoscope convert x.json.autoscope all.json && %check_trace all.json
// RUN: FileCheck --check-prefix=TRACE --input-file=all.json %s
// RUN: not env AUTOSCOPE_DISK=1 %autoscope run --quiet -o y.json -- ./app 2>&1 | FileCheck --check-prefix=KEPT %s
// RUN: not ls y.json
// RUN: %autoscope report .autoscope-run-*/*.autoscope | FileCheck --check-prefix=TABLE %s
// RUN: env AUTOSCOPE_DISK=100 AUTOSCOPE_OUTPUT=z.json ./app 2>&1 | count 0
// RUN: %check_trace z.json --scopes 200001

// CHECK: autoscope: lost {{[0-9]+}} scopes beyond AUTOSCOPE_DISK, the limit of the session's size
// CHECK-NEXT: autoscope: recorded until {{[0-9]+\.[0-9]+m?s}} after the start: every scope that ended before is kept, and of those that ended later, some
// CHECK-NEXT: autoscope: cannot write {{.*}}x.json: it would be larger than AUTOSCOPE_DISK=1 allows; the session is kept as {{.*}}x.json.autoscope
// KEPT: autoscope: cannot write y.json: it would be larger than AUTOSCOPE_DISK=1 allows
// KEPT: autoscope: the session is kept as {{.*}}.autoscope{{$}}
// TABLE: Lost: {{[0-9]+}} scopes beyond AUTOSCOPE_DISK
// TABLE-NEXT: Recorded until {{[0-9]+\.[0-9]+m?s}} after the start: every scope that ended before is here, and of those that ended later, some
// TABLE-NEXT: Open: 1 scope had not been left when the recording ended; its time counts up to then
// TABLE-NEXT: thread {{.*}}: all()
// TRACE: "lost": {{[0-9]+}}, "recorded until, ns": {{[0-9]+}}
// TRACE: "name": "all()"{{.*}}"finished": "false"

[[autoscope::scope]] void one() { asm volatile(""); }

[[autoscope::scope]] void all() {
  for (int i = 0; i < 200000; ++i)
    one();
}

int main() { all(); }
