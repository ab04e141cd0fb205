// Exceptions through frames of C that were compiled without the plugin: every scope ends where it was left, none is cut
// or lost, and the depth is right afterwards.
// RUN: %clang -O1 -fexceptions -c %S/Inputs/foreign-frames.c -o %t.c.o
// RUN: %autoscope_clangxx -O1 %s %t.c.o -o %t
// RUN: %autoscope run --quiet -o %t.autoscope -- %t
// RUN: %autoscope report %t.autoscope 2>&1 | FileCheck %s
// RUN: %autoscope dump --stable %t.autoscope | FileCheck --check-prefix=DUMP %s

// CHECK-DAG: thrower(int) {{.*}} 4000{{ *$}}
// CHECK-DAG: caught() {{.*}} 1000{{ *$}}
// CHECK-DAG: rethrown(int) {{.*}} 1000{{ *$}}
// CHECK-DAG: main() {{.*}} 1{{ *$}}
// CHECK-DAG: afterwards() {{.*}} 1{{ *$}}
// CHECK: CPU time total
// CHECK-NOT: {{cut|lost|longjmp}}
// DUMP-NOT: {{cut|lost|longjmp}}
// DUMP: {{^}}    afterwards()

#define SCOPE [[autoscope::scope]]

extern "C" void foreign(void (*call)(int), int levels);

SCOPE __attribute__((noinline)) static void thrower(int value) {
  if (value >= 0)
    throw value;
}

SCOPE __attribute__((noinline)) static void rethrown(int) {
  try {
    foreign(thrower, 3);
  } catch (...) {
    throw;
  }
}

SCOPE __attribute__((noinline)) static void caught() {
  for (int i = 0; i < 3; ++i)
    try {
      foreign(thrower, 10 * i);
    } catch (int) {
    }
  try {
    foreign(rethrown, 5);
  } catch (int) {
  }
}

SCOPE __attribute__((noinline)) static void afterwards() {
  __asm__ volatile("");
}

SCOPE int main() {
  for (int i = 0; i < 1000; ++i)
    caught();
  afterwards();
}
