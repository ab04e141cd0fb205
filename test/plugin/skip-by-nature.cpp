// Functions in which a scope would break the compile or the program are skipped by name: swiftasynccall, hooks of sanitizers, inline
// functions of several versions. A single inline function with a target attribute is timed.
// RUN: %tracexx -std=c++17 %arg-all %arg-remarks %s %stub -o %t 2>&1 | FileCheck --check-prefix=REMARK %s
// RUN: %t | FileCheck %s
#include <cstdio>
// REMARK-DAG: 'async(char *)' is not instrumented: a musttail call cannot cross
__attribute__((swiftasynccall)) void async(__attribute__((swift_async_context)) char *) {}
__attribute__((swiftasynccall)) void caller(__attribute__((swift_async_context)) char *c) { return async(c); }
// REMARK-DAG: '__asan_default_options()' is not instrumented: it is a hook of a sanitizer
extern "C" const char *__asan_default_options() { return "detect_leaks=0"; }
// REMARK-DAG: '__tsan_on_report(void *)' is not instrumented: it is a hook of a sanitizer
extern "C" void __tsan_on_report(void *) {}
// REMARK-DAG: '__sanitizer_cov_trace_pc_guard(unsigned int *)' is not instrumented: it is a hook of a sanitizer
extern "C" void __sanitizer_cov_trace_pc_guard(unsigned *) {}
// REMARK-DAG: [[@LINE+1]]:{{[0-9]+}}: remark: autoscope: 'versions()' is not instrumented: it is an inline function of several versions
__attribute__((target("avx2"))) inline int versions() { return 1; }
// REMARK-DAG: [[@LINE+1]]:{{[0-9]+}}: remark: autoscope: 'versions()' is not instrumented: it is an inline function of several versions
__attribute__((target("default"))) inline int versions() { return 1; }
__attribute__((target("sse4.2"))) inline int single() { return 1; }
void __san() {}
int main() {
  caller(nullptr);
  __san();
  return versions() - single();
}
// REMARK-NOT: single
// CHECK:      {{^}}> main()
// CHECK-NEXT: {{^}}  > __san()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > single()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}<
