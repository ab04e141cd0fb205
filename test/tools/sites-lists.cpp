// The sites of a program, an object file and a shared library are listed without running them.
// RUN: %autoscope_clangxx -c %s -o %t.o && %autoscope_clangxx %t.o -o %t
// RUN: %autoscope_clangxx -shared -fPIC %s -o %t.so
// RUN: %autoscope sites %t | FileCheck %s
// RUN: %autoscope sites %t.o | FileCheck %s
// RUN: %autoscope sites %t.so | FileCheck %s
// RUN: %autoscope sites --json %t | %python -m json.tool | FileCheck --check-prefix=JSON %s
// RUN: %clangxx -w %s -o %t.plain && not %autoscope sites %t.plain 2>&1 | FileCheck --check-prefix=PLAIN %s
// RUN: strip %t -o %t.stripped && %autoscope sites %t.stripped | FileCheck %s
// RUN: head -c 2000 %t >%t.cut && not %autoscope sites %t.cut 2>&1 | FileCheck --check-prefix=CUT %s
// RUN: not %autoscope sites %s 2>&1 | FileCheck --check-prefix=FOREIGN %s
// RUN: not %autoscope sites %t.none 2>&1 | FileCheck --check-prefix=NONE %s
[[autoscope::scope]] inline int twice(int x) { return 2 * x; }
struct [[autoscope::module]] Net {
  int forward(int x) { return twice(x); }
};
int main(int argc, char **) { return Net().forward(argc) == 1; }
// CHECK:      sites-lists.cpp:13: twice(int){{$}}
// CHECK-NEXT: sites-lists.cpp:15: Net::forward(int) [module Net]
// CHECK-NEXT: 2 sites
// JSON:      "kind": "function",
// JSON-NEXT: "name": "twice(int)",
// JSON-NEXT: "qualified_name": "twice",
// JSON-NEXT: "file": "{{.*}}sites-lists.cpp",
// JSON-NEXT: "line": 13,
// JSON-NEXT: "named_by_user": false,
// JSON-NEXT: "module_type": "",
// JSON-NEXT: "parameters": "x"
// JSON:      "module_type": "Net",
// PLAIN: autoscope: {{.*}}.plain has no site: nothing in it was compiled with the autoscope plugin
// CUT: autoscope: {{.*}}.cut is truncated: its section table is missing
// FOREIGN: autoscope: {{.*}}sites-lists.cpp is not an ELF file
// NONE: autoscope: cannot read {{.*}}.none: No such file or directory
