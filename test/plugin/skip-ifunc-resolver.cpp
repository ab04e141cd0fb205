// A resolver of an ifunc runs before the program is relocated: it is skipped although its declaration does not say what it is.
// RUN: %tracexx %arg-all %arg-remarks %s %stub -o %t 2>&1 | FileCheck --check-prefix=REMARK %s
// RUN: %t | FileCheck %s
extern "C" {
static int implementation(int x) { return x; }
// REMARK: remark: {{.*}}'resolver()' is not instrumented: it may be an ifunc resolver
static int (*resolver())(int) { return implementation; }
int dispatched(int) __attribute__((ifunc("_ZL8resolverv")));
}
// REMARK: remark: {{.*}}'untyped()' is not instrumented: it may be an ifunc resolver
extern "C" void *untyped() { return reinterpret_cast<void *>(implementation); }
int alsoDispatched(int) __attribute__((ifunc("untyped")));
int main() { return dispatched(0) + alsoDispatched(0); }
// CHECK:      {{^}}> main()
// CHECK-NEXT: {{^}}  > implementation(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > implementation(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}<
