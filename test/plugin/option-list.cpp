// list=FILE is JSON with every function definition, instrumented or the reason; it works in actions that compile nothing, and
// is the same on every run.
// RUN: %clangxx %plugin_flags -std=c++17 %arg-list=%t.json -fsyntax-only %s
// RUN: %clangxx %plugin_flags -std=c++17 %arg-list=%t.2.json -c %s -o %t.o && diff %t.json %t.2.json
// RUN: %python -c "import json, sys; [print(f['line'], f['name'], f['kind'], f.get('moduleType'), f['instrumented'], f.get('reason')) for f in json.load(open(sys.argv[1]))['functions']]" %t.json | FileCheck %s
// RUN: %clangxx %plugin_flags -std=c++17 %arg-list=- -fsyntax-only %s | FileCheck --check-prefix=LINES %s
namespace torch { namespace nn { struct Module {}; } }
[[autoscope::scope]] int asked() { return 1; }
int unasked() { return 1; }
[[autoscope::ignore]] int ignored() { return 1; }
struct Net : torch::nn::Module {
  Net() = default;
  int forward(int x) { return x; }
};
template <class T> [[autoscope::scope]] T generic(T x) { return x; }
template int generic(int);
[[autoscope::scope("quote \" backslash \\ tab \t")]] int strange() { return 1; }
[[autoscope::scope("two\nlines")]] int broken() { return 1; }
// CHECK:      8 asked() function None True None
// CHECK-NEXT: 9 unasked() function None False NotRequested
// CHECK-NEXT: 10 ignored() function None False Ignored
// CHECK-NEXT: 12 Net::Net() function None False NotRequested
// CHECK-NEXT: 13 Net::forward(int) module Net True None
// CHECK-NEXT: 15 generic(T) function None False Dependent
// CHECK-NEXT: 15 generic<int>(int) function None True None
// CHECK-NEXT: 17 quote " backslash \ tab	 function None True None
// CHECK-NEXT: 18 two
// CHECK-NEXT: lines function None True None
// LINES:      :18: function two?lines
