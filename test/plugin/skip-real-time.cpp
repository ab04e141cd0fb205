// A scope may allocate, so a function that Clang holds to its promise not to is skipped.
// REQUIRES: llvm-ge-20
// RUN: %clangxx %plugin_flags -std=c++17 %arg-all %arg-remarks -Wfunction-effects -Werror -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: 'blocks()' is not instrumented: it is nonblocking or nonallocating
void blocks() noexcept [[clang::nonblocking]] {}
// CHECK: 'allocates()' is not instrumented: it is nonblocking or nonallocating
void allocates() noexcept [[clang::nonallocating]] {}
// CHECK-NOT: remark
void neither() [[clang::blocking]] {}
