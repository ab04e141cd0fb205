// For AArch64 too: the same scopes, no name that a vector type in extern "C" would add, on functions of several versions and on streaming
// ones; the interface of the functions does not change.
// RUN: %clangxx --target=aarch64-linux-gnu -march=armv8-a+sve %plugin_flags %arg-verify %arg-all -std=c++17 -Wall -Wextra -Werror -fsyntax-only %s
// RUN: %clangxx --target=aarch64-linux-gnu -march=armv8-a+sve %plugin_flags %arg-verify %arg-all -std=c++17 -O2 -Wall -Wextra -Werror -c %s -o %t.o
// RUN: llvm-readelf -s -W %t.o | FileCheck --implicit-check-not='__autoscope_{{.*}}SVInt' %s
// RUN: %clangxx --target=aarch64-linux-gnu -march=armv8-a+sve %plugin_flags %arg-verify %arg-all -std=c++17 -S -emit-llvm %s -o - | FileCheck --check-prefix=IR %s
// RUN: %clang --target=aarch64-linux-gnu %plugin_flags %arg-verify %arg-all -std=c99 -Wall -Wextra -Werror -x c -c %s -o %t.o
// RUN: not %clangxx --target=i386-linux-gnu %plugin_flags %arg-all -c %s -o %t.o 2>&1 | FileCheck --check-prefix=REFUSED %s
// CHECK-DAG: FUNC {{.*}} ofC{{$}}
// CHECK-DAG: FUNC {{.*}} plain
// CHECK-DAG: FUNC {{.*}} _Z{{.*}}overloaded
// IR:        define {{.*}}@ofC(
// IR:        call {{.*}}@{{.*}}__autoscope_enter_enabled
// REFUSED:   autoscope needs x86-64 or aarch64
#ifdef __cplusplus
extern "C" {
#endif
int plain(int x);
int plain(int x) { return x; }
#ifdef __ARM_FEATURE_SVE
__SVInt32_t ofC(__SVInt32_t x) { return x; }
#endif
#ifdef __cplusplus
}
#ifdef __ARM_FEATURE_SVE
__SVFloat32_t overloaded(__SVFloat32_t x) { return x; }
template <class T> T generic(T x) { return x; }
__SVFloat64_t user(__SVFloat64_t x) {
  auto lambda = [](__SVFloat64_t y) { return generic(y); };
  return lambda(x);
}
#endif
__attribute__((target("sve"))) int sve(int x) { return x; }
#endif
