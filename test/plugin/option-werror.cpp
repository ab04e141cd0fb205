// The plugin's warnings obey -Werror, -Wno-error and -w as Clang's own do, on attributes and on functions alike.
// RUN: %clangxx %plugin_flags %arg-include=body -c %s -o %t.o 2>&1 | FileCheck --check-prefixes=CHECK,WARNING %s
// RUN: not %clangxx %plugin_flags %arg-include=body -Werror -c %s -o %t.o 2>&1 | FileCheck --check-prefixes=CHECK,ERROR %s
// RUN: not %clangxx %plugin_flags %arg-include=body -Werror -fsyntax-only %s 2>&1 | FileCheck --check-prefixes=CHECK,ERROR %s
// RUN: %clangxx %plugin_flags %arg-include=body -Werror -Wno-error -c %s -o %t.o 2>&1 | FileCheck --check-prefixes=CHECK,WARNING %s
// RUN: %clangxx %plugin_flags %arg-include=body -w -c %s -o %t.o 2>&1 | FileCheck --allow-empty --check-prefix=SILENT %s
// RUN: %clangxx %plugin_flags %arg-include=body -w -Werror -c %s -o %t.o 2>&1 | FileCheck --allow-empty --check-prefix=SILENT %s
// RUN: %clangxx %plugin_flags %arg-include=body %arg-remarks -w -c %s -o %t.o 2>&1 | FileCheck --check-prefix=REMARK %s
// WARNING:     warning: autoscope: attribute 'autoscope::scope' is ignored: it belongs on a function
// ERROR:       error: autoscope: attribute 'autoscope::scope' is ignored: it belongs on a function
// WARNING:     warning: autoscope: 'body()' is not instrumented: a naked function has no prologue
// ERROR:       error: autoscope: 'body()' is not instrumented: a naked function has no prologue
// CHECK-NOT:   autoscope:
// SILENT-NOT:  autoscope:
// REMARK:      remark: autoscope: 'other()' is not instrumented: nothing asks for it
[[autoscope::scope]] int variable = 1;
__attribute__((naked)) void body() { asm("ret"); }
void other() {}
