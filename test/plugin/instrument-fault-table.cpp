// Programs that broke earlier plugins of this kind: a half-defined class laid out too early, null declarations, variably
// modified parameters, early constants, explicit object parameters. Same program, same sizes, same warnings.
// RUN: %tracexx -std=c++14 -Wall -Wextra -Werror -Wno-non-c-typedef-for-linkage %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++17 -O2 -Wall -Wextra -Werror -Wno-non-c-typedef-for-linkage %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++20 -Wall -Wextra -Werror -Wno-non-c-typedef-for-linkage %arg-all %s %stub -o %t && %t | FileCheck %s
template <class T> struct X {
  T *p;
  auto go() const { return 1; }
};
struct P {
  int a;
  decltype(X<P>().go()) b;
  int c;
};
static_assert(sizeof(P) == 12, "");
int modified(int n, int (*p)[3]) { return n + (*p)[0]; }
constexpr int early() { return 2; }
short narrowed{early()};
template <int n> struct Z { static int get() { return n; } };
typedef int V __attribute__((vector_size(early() * 8)));
V shuffle(V a, V b) { return __builtin_shufflevector(a, b, early() - 2, early() - 1, early(), 3); }
struct Priority { Priority() {} };
Priority priority __attribute__((init_priority(early() + 200)));
struct Temporary {
  int forward(int x) { return x; }
};
struct Early {
  static constexpr int get() { return 3; }
  int array[early()];
};
typedef struct {
  struct N { int v; };
  int f(N *n) { return n->v; }
} Typedefed;
struct Bitfield {
  static constexpr int width() { return 4; }
};
struct UsesWidth {
  unsigned field : Bitfield::width();
};
int defaulted(int x = [] { return 5; }()) { return x; }
struct Members {
  int value = [] { return 6; }();
};
static int counter = [] { volatile int x = 7; return int(x); }();
template <class T> int variable = [](auto x) { return x; }(8);
inline void prefetch(const int *p) { __builtin_prefetch(p, early() - 2, early()); }
int main() {
  int three[3] = {0, 0, 0};
  modified(0, &three);
  early();
  Temporary().forward(1);
  Typedefed::N n = {1};
  Typedefed().f(&n);
  defaulted();
  Members members;
  (void)variable<int>;
  Z<early()>::get();
  return members.value - 6 + counter - 7;
}
// CHECK:      {{^}}> (lambda 45:22)()
// CHECK-NEXT: {{^}}<
// CHECK:      {{^}}> main()
// CHECK-NEXT: {{^}}  > modified(int, int (*)[3])
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > early()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Temporary::forward(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Typedefed::f(Typedefed::N *)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > {{.*}}(lambda 41:23)()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > defaulted(int)
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > {{.*}}(lambda 43:15)()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > Z<2>::get()
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}<
