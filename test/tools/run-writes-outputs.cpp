// -o writes what the end of its name says, like AUTOSCOPE_OUTPUT; a name that cannot be written is refused before the
// program runs.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %autoscope_clangxx %s -o app
// RUN: %autoscope run --quiet -o x.json --trace y.json.gz -- ./app
// RUN: %check_trace x.json --scopes 1 && %check_trace y.json.gz --scopes 1
// RUN: %autoscope run --quiet -o x.txt -- ./app && FileCheck --check-prefix=TABLE --input-file=x.txt %s
// RUN: %autoscope run --quiet -o x.folded -- ./app && FileCheck --check-prefix=STACKS --input-file=x.folded %s
// RUN: %autoscope run --quiet -o x.autoscope -- ./app && %autoscope report x.autoscope | FileCheck --check-prefix=TABLE %s
// RUN: rm started
// RUN: sh -c 'for a in "-o x.csv" "-o x" "-o -" "--trace x.txt" "--trace x.autoscope" "--trace none/x.json" "-o none/x.json" "-o ."; do $0 run $a -- ./app; echo status $?; done' %autoscope 2>&1 | FileCheck %s
// RUN: mkdir folder.json && not %autoscope run -o folder.json -- ./app 2>&1 | FileCheck --check-prefix=FOLDER %s
// RUN: not ls started
#include <cstdio>

[[autoscope::scope]] void work() {}

int main() {
  work();
  std::fclose(std::fopen("started", "w"));
}
// TABLE:  work() {{.*}} 1
// STACKS: {{^}}work() {{[0-9]+$}}

// CHECK:      autoscope: the name x.csv does not tell a format: let it end in .json, .json.gz, .autoscope, .txt, .stacks or .folded{{$}}
// CHECK-NEXT: status 1
// CHECK-NEXT: autoscope: the name x does not tell a format: {{.*}}
// CHECK-NEXT: status 1
// CHECK-NEXT: autoscope: the name - does not tell a format: {{.*}}
// CHECK-NEXT: status 1
// CHECK-NEXT: autoscope: --trace x.txt is no name of a trace: let it end in .json or .json.gz
// CHECK-NEXT: status 1
// CHECK-NEXT: autoscope: --trace x.autoscope is no name of a trace: let it end in .json or .json.gz
// CHECK-NEXT: status 1
// CHECK-NEXT: autoscope: cannot write none/x.json: No such file or directory
// CHECK-NEXT: status 1
// CHECK-NEXT: autoscope: cannot write none/x.json: No such file or directory
// CHECK-NEXT: status 1
// CHECK-NEXT: autoscope: the name . does not tell a format: {{.*}}
// CHECK-NEXT: status 1
// FOLDER: autoscope: cannot write folder.json: it is a directory
