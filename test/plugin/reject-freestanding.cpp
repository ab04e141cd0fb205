// A freestanding unit in which a function would get a scope fails to compile, once, with a reason: it would not link, or not run. Without
// such a function, and where nothing is compiled, the flags do no harm.
// RUN: not %clangxx %plugin_flags %arg-all -ffreestanding -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %clang -x c %plugin_flags %arg-all -ffreestanding -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %clangxx %plugin_flags -ffreestanding -Werror -c %s -o %t.o
// RUN: %clangxx %plugin_flags %arg-all -ffreestanding -Werror -fsyntax-only %s
// RUN: %clangxx %plugin_flags %arg-all -ffreestanding -fhosted -Werror -c %s -o %t.o
// CHECK:     reject-freestanding.cpp:[[@LINE+2]]:5: error: autoscope: 'first{{.*}}' cannot have a scope: a freestanding program has no run time; compile this unit without autoscope's flags
// CHECK: 1 error generated.
int first(int x) { return x; }
int second(int x) { return first(x); }
