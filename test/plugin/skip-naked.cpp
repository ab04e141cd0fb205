// The body of a naked function is the user's assembly and nothing else, at every optimisation level; annotated, it is a warning.
// RUN: %clangxx %plugin_flags -std=c++17 %arg-all -S -emit-llvm -Xclang -verify %s -o - | FileCheck %s
// RUN: %clangxx %plugin_flags -std=c++17 -O2 %arg-all -S -emit-llvm -w %s -o - | FileCheck %s
// expected-warning@+1 {{'asked()' is not instrumented: a naked function has no prologue}}
[[autoscope::scope]] __attribute__((naked)) int asked() { asm("movl $7, %eax; ret"); }
struct Class {
  __attribute__((naked)) static int unasked() { asm("movl $8, %eax; ret"); }
};
int user() { return asked() + Class::unasked(); }
// CHECK:      define {{.*}}asked
// CHECK-NEXT:   call void asm sideeffect "movl $$7, %eax; ret"
// CHECK-NOT:    __autoscope
// CHECK:        unreachable
// CHECK:      define {{.*}}user
// CHECK:      __autoscope_enabled
// CHECK:      define {{.*}}unasked
// CHECK-NEXT:   call void asm sideeffect "movl $$8, %eax; ret"
// CHECK-NOT:    __autoscope
// CHECK:        unreachable
