// `ignore` beats `scope` in either order, in one declaration or in several, and every option; a function that an include rule
// names in full is a warning then, as any skip of it is.
// RUN: %clangxx %plugin_flags -std=c++17 %arg-all '%arg-include=named,byGlob*' %arg-list=%t.json -c %s -o %t.o 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: FileCheck %s --input-file=%t.json
[[autoscope::scope, autoscope::ignore]] void scopeFirst() {}
[[autoscope::ignore, autoscope::scope]] void ignoreFirst() {}
__attribute__((autoscope_scope, autoscope_ignore)) void gnu() {}
[[autoscope::scope]] void later();
[[autoscope::ignore]] void later() {}
[[autoscope::ignore]] void earlier();
[[autoscope::scope]] void earlier() {}
[[autoscope::ignore]] void named() {}
[[autoscope::ignore]] void byGlob() {}
// WARN:       attr-ignore-wins.cpp:5:{{[0-9]+}}: warning: autoscope: attribute 'autoscope::scope' is ignored: the declaration also has 'autoscope::ignore'
// WARN:       attr-ignore-wins.cpp:6:{{[0-9]+}}: warning: autoscope: attribute 'autoscope::scope' is ignored: the declaration also has 'autoscope::ignore'
// WARN:       attr-ignore-wins.cpp:7:{{[0-9]+}}: warning: autoscope: attribute 'autoscope::scope' is ignored: the declaration also has 'autoscope::ignore'
// WARN:       attr-ignore-wins.cpp:12:{{[0-9]+}}: warning: autoscope: 'named()' is not instrumented: it is marked autoscope::ignore
// WARN-NOT:   warning:
// CHECK-NOT:     "instrumented": true
// CHECK-COUNT-7: "reason": "Ignored"
// CHECK-NOT:     "instrumented": true
