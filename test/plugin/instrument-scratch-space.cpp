// The plugin and its header leave no line in the preprocessor's scratch space, whose numbers diagnostics print.
// RUN: not %clangxx -fno-color-diagnostics -c %s -o %t.o 2>%t.plain && FileCheck %s --input-file=%t.plain
// RUN: not %clangxx %plugin_flags %arg-all -fno-color-diagnostics -c %s -o %t.o 2>%t.scoped && diff %t.plain %t.scoped
#define JOIN(a, b) a##b
int JOIN(unknown, Name) = JOIN(not, Declared);
// CHECK: <scratch space>:
