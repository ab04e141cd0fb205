// A constexpr function with shaped arguments folds wherever it did, also through references that the evaluator does not
// know.
// RUN: %tracexx %arg-all -std=c++17 -Weverything -Werror -Wno-c++98-compat -Wno-c++98-compat-pedantic -Wno-missing-prototypes -Wno-unknown-warning-option -Wno-unsafe-buffer-usage -fsyntax-only %s
// RUN: %tracexx %arg-all -std=c++2b -Wall -Wextra -Werror -fsyntax-only %s
// RUN: %tracexx %arg-all -std=c++17 -O1 -S -emit-llvm %s -o - | FileCheck %s
template <class T, unsigned long n> constexpr unsigned long length(const T (&)[n]) { return n; }
template <class T> struct List {
  T rows, cols;
};
constexpr int sum(const List<int> &list) { return list.rows + list.cols; }
static_assert(sum({1, 2}) == 3, "");
// CHECK: @folded = {{.*}}constant i32 7
extern const int folded;
const int folded = sum({3, 4});
#if __clang_major__ >= 20 && __cplusplus > 202002L
unsigned long unknown(const int (&array)[3]) {
  constexpr auto n = length(array);
  return n;
}
#endif
// CHECK: define {{.*}}@{{.*}}known
// CHECK: ret i32 3
int known() {
  const int array[3] = {};
  constexpr auto n = length(array);
  return n;
}
int main() { return known(); }
