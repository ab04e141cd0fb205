// An instrumented constexpr function stays foldable wherever Clang folds outside of constant expressions, too: constants of
// builtins, dead branches at -O0, narrowing, static initialisation, early-emitted instances.
// RUN: %tracexx -std=c++14 -Werror %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++17 -O2 -Werror %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++2b -Werror %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++17 %arg-all -S -emit-llvm %s -o - | FileCheck --check-prefix=IR %s
#include <cstdio>

constexpr int square(int x) { return x * x; }
constexpr bool never() { return false; }
void undefined();
inline void deadBranch() {
  if (never())
    undefined();
}
inline int constant() { return __builtin_constant_p(square(2)); }
template <class T> constexpr T two() { return 2; }
template int two<int>();
short narrow{two<int>()};
__attribute__((used)) constexpr int used() { return 2; }
short alsoNarrow{used()};
int dynamic = square(3);  // a static initialiser: no code runs
struct Base {
  constexpr explicit Base(int x) : value(x) {}
  int value;
};
struct Net : Base {
  constexpr Net() : Base(square(2)) {}
};
Net global;
// IR: @dynamic = {{.*}}global i32 9
// IR: @global = {{.*}} { i32 4 }
// IR-NOT: @_GLOBAL__sub_I

int main() {
  deadBranch();
  std::printf("%d %d %d %d\n", constant(), narrow + alsoNarrow, dynamic, global.value);
}
// CHECK:      {{^}}> main()
// CHECK-NEXT: {{^}}  > deadBranch()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > constant()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}1 4 9 4
// CHECK-NEXT: {{^}}<
