// Parameters of variably modified type, variable arrays, __restrict and volatile methods, unnamed and unused parameters, vector and
// large arguments: the body changes, the interface does not.
// RUN: %tracexx -std=c++17 -Wall -Wextra -Wno-vla-extension -Wno-vla-cxx-extension -Wno-unknown-warning-option -Werror %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++17 -O2 -w %arg-all %s %stub -o %t && %t | FileCheck %s
// RUN: %clang %plugin_flags %arg-verify %arg-all -std=c99 -Wall -Wextra -Wno-unknown-warning-option -Wno-array-parameter -Werror -x c -c %s -o %t.o && %tracexx %t.o %stub -o %t && %t | FileCheck --check-prefix=C %s
// RUN: %clang %plugin_flags %arg-verify %arg-all -std=c99 -O2 -x c -c %s -o %t.o && %tracexx %t.o %stub -o %t && %t | FileCheck --check-prefix=C %s
int modified(int n, int (*p)[n]);
int modified(int n, int (*p)[n]) { return (*p)[n - 1]; }
static int array(int n) {
  int local[n];
  local[0] = n;
#ifndef __cplusplus  // which converts no two variable types into each other
  local[0] = modified(n, &local);
#endif
  return local[n - 1];
}
typedef float Vector __attribute__((vector_size(16)));
static Vector vector(Vector x) { return x; }
struct Large {
  int values[100];
};
static struct Large large(struct Large x) { return x; }
#ifdef __cplusplus
struct Methods {
  int value;
  int restricted() __restrict { return value; }
  int unstable() volatile { return value; }
  int both() const volatile __restrict { return value; }
  int forLvalues() & { return value; }
  int forTemporaries() && { return value; }
};
int unnamed(int, ...) { return 0; }
#else
static int sized(int n, int a[static n], int b[const]) { return a[n - 1] - b[0]; }
static int star(int n, int a[*]);
static int star(int n, int a[n]) { return a[n - 1]; }
#endif

int main(void) {
  Vector v = {0, 0, 0, 0};
  struct Large x = {{0}};
  array(1);
  v = vector(v);
  x = large(x);
#ifdef __cplusplus
  Methods methods = {0};
  methods.restricted();
  methods.unstable();
  methods.both();
  methods.forLvalues();
  Methods{1}.forTemporaries();
  unnamed(1);
#else
  sized(1, x.values, x.values);
  star(1, x.values);
#endif
  return (int)v[0] + x.values[0];
}
/*
CHECK:      {{^}}> main()
CHECK-NEXT: {{^}}  > array(int)
CHECK-NEXT: {{^}}  <
CHECK-NEXT: {{^}}  > vector({{.*}})
CHECK-NEXT: {{^}}  <
CHECK-NEXT: {{^}}  > large(Large)
CHECK-NEXT: {{^}}  <
CHECK-NEXT: {{^}}  > Methods::restricted()
CHECK-NEXT: {{^}}  <
CHECK-NEXT: {{^}}  > Methods::unstable() volatile
CHECK-NEXT: {{^}}  <
CHECK-NEXT: {{^}}  > Methods::both() const volatile
CHECK-NEXT: {{^}}  <
CHECK-NEXT: {{^}}  > Methods::forLvalues() &
CHECK-NEXT: {{^}}  <
CHECK-NEXT: {{^}}  > Methods::forTemporaries() &&
CHECK-NEXT: {{^}}  <
CHECK-NEXT: {{^}}  > unnamed(int, ...)
CHECK-NEXT: {{^}}  <
CHECK-NEXT: {{^}}<

C:      {{^}}> main()
C-NEXT: {{^}}  > array(int)
C-NEXT: {{^}}    > modified(int, int (*)[n])
C-NEXT: {{^}}    <
C-NEXT: {{^}}  <
C-NEXT: {{^}}  > vector({{.*}})
C-NEXT: {{^}}  <
C-NEXT: {{^}}  > large(Large)
C-NEXT: {{^}}  <
C-NEXT: {{^}}  > sized(int, int *, int *const)
C-NEXT: {{^}}  <
C-NEXT: {{^}}  > star(int, int *)
C-NEXT: {{^}}  <
C-NEXT: {{^}}<
*/
