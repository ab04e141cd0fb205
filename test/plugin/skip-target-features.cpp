// Functions whose target attribute turns features off are skipped: the run time's inlined part could not be compiled there.
// Functions that turn features on, multiversioned and cloned ones are timed.
// RUN: %tracexx %arg-all %arg-remarks %s %stub -o %t 2>&1 | FileCheck --check-prefix=REMARK %s
// RUN: %t | FileCheck %s
// RUN: %tracexx %arg-all %arg-remarks -DLOWER -march=haswell -c %s -o %t.o 2>&1 | FileCheck --check-prefix=LOWER %s
// REMARK: 'less(int)' is not instrumented: its target attribute turns off features
__attribute__((target("no-sse2"))) int less(int x) { return x; }
__attribute__((target("avx2"))) int more(int x) { return x; }
__attribute__((target_clones("avx2", "default"))) int cloned(int x) { return x; }
__attribute__((target("default"))) int versioned(int) { return 0; }
__attribute__((target("avx2"))) int versioned(int) { return 0; }
__attribute__((always_inline)) inline int inlined(int x) { return x; }
__attribute__((flatten)) int flat(int x) { return inlined(x); }
#ifdef LOWER
// LOWER: 'base(int)' is not instrumented: its target attribute turns off features
__attribute__((target("arch=x86-64"))) int base(int x) { return x; }
__attribute__((target_clones("arch=sandybridge", "default"))) int baseClone(int x) { return x; }
// LOWER-NOT: remark
#endif
int main() { return less(0) + (__builtin_cpu_supports("avx2") ? more(0) : 0) + cloned(0) + versioned(0) + flat(0); }
// CHECK:      {{^}}> main()
// CHECK:      {{^}}  > cloned(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > versioned(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > flat(int)
// CHECK-NEXT: {{^}}    > inlined(int)
// CHECK-NEXT: {{^}}    <
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}<
