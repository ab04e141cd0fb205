// min-statements=N leaves out functions with fewer statements, no loop and no call that stays a call; what the user asked for by
// name stays.
// RUN: %clangxx %plugin_flags %arg-all %arg-min-statements=3 %arg-list=- -c %s -o %t.o | FileCheck %s
// RUN: %clangxx %plugin_flags %arg-all %arg-min-statements=3 %arg-remarks -c %s -o %t.o 2>&1 | FileCheck --check-prefix=REMARK %s
int two(int x) {
  x += 1;
  return x;
}
int three(int x) {
  if (x)
    x += 1;
  return x;
}
int loop(int x) {
  while (x) --x;
  return x;
}
[[autoscope::scope]] int annotated() { return 1; }
int lambdaInside() {
  return [] {
    int x = 1;
    x += 1;
    return x;
  }();
}
// CHECK:      :9: function three(int)
// CHECK-NEXT: :14: function loop(int)
// CHECK-NEXT: :18: function annotated()
// CHECK-NEXT: :19: function lambdaInside()
// CHECK-NEXT: :20: function lambdaInside()::(lambda 20:10)()
// CHECK-NOT:  :
// REMARK:     'two(int)' is not instrumented: it costs less than a scope
// REMARK-NOT: is not instrumented
