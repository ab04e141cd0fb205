// A module's `forward` that is static or has an explicit object parameter (C++23) is no module scope: list= and remarks give the
// reason. An attribute or `all` makes it the plain function that it is.
// RUN: %clangxx %plugin_flags -std=c++17 %arg-remarks %arg-list=%t.json -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=JSON %s --input-file=%t.json
// RUN: %clangxx %plugin_flags -std=c++17 %arg-all %arg-list=- -c %s -o %t.o | FileCheck --check-prefix=ALL %s
// RUN: %if llvm-ge-18 %{ %clangxx %plugin_flags -std=c++23 -DEXPLICIT %arg-remarks -c %s -o %t.o 2>&1 | FileCheck --check-prefixes=CHECK,EXPLICIT %s %}
struct [[autoscope::module]] Net {
  static int forward(int x) { return x; }
#ifdef EXPLICIT
  int forward(this Net &, long) { return 1; }
#endif
};
struct Unrelated {
  static int forward() { return 0; }
};
struct Marked : Net {
  [[autoscope::scope]] static int forward() { return 0; }
};
// CHECK:      remark: autoscope: 'Net::forward(int)' is not instrumented: it is a module's method that is static
// EXPLICIT:   remark: autoscope: 'Net::forward({{.*}})' is not instrumented: it is a module's method that is static
// CHECK:      remark: autoscope: 'Unrelated::forward()' is not instrumented: nothing asks for it
// CHECK-NOT:  Marked
// JSON:       "reason": "NoObject"
// JSON-NOT:   "reason": "NoObject"
// ALL:        function Net::forward(int)
// ALL:        function Marked::forward()
