// An interrupt handler saves what it changes and may use no floating point; it is skipped by name, as Clang would not compile it.
// RUN: %clangxx %plugin_flags -std=c++17 -mgeneral-regs-only %arg-all %arg-remarks -Werror -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %clangxx %plugin_flags -std=c++17 -O2 -mgeneral-regs-only %arg-all -Werror -c %s -o %t.o && llvm-objdump -d %t.o | FileCheck --check-prefix=CODE %s
struct Frame;
// CHECK:     'handler(Frame *)' is not instrumented: it is an interrupt handler
__attribute__((interrupt)) void handler(Frame *) {}
// CHECK:     'faulty(Frame *, unsigned long)' is not instrumented: it is an interrupt handler
__attribute__((interrupt)) void faulty(Frame *, unsigned long) {}
// CHECK-NOT: ordinary
int ordinary() { return 1; }
// CODE:      <_Z7handlerP5Frame>:
// CODE-NOT:  __autoscope
// CODE:      <_Z8ordinaryv>:
// CODE:      call
