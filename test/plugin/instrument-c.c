// C functions are timed like those of C++, in every dialect and without a new warning: K&R definitions, static and inline ones,
// recursion, jumps, returns out of loops and switches.
// RUN: %clang %plugin_flags %arg-verify %arg-all -std=gnu89 -Weverything -Wno-declaration-after-statement -Werror -DKR -c %s -o %t.o
// RUN: %tracexx %t.o %stub -o %t && %t | FileCheck %s
// RUN: %clang %plugin_flags %arg-verify %arg-all -std=c99 -O2 -Wall -Wextra -Wpedantic -Werror -c %s -o %t.o
// RUN: %tracexx %t.o %stub -o %t && %t | FileCheck %s
// RUN: %clang %plugin_flags %arg-verify %arg-all -std=c2x -O1 -g -Wall -Wextra -Werror -c %s -o %t.o
// RUN: %tracexx %t.o %stub -o %t && %t | FileCheck %s
// RUN: echo 'int f(int x); int f(int x) { return x; }' > %t.c
// RUN: %clang %plugin_flags %arg-verify %arg-all -std=c89 -Weverything -Werror -c %t.c -o %t.o
// RUN: %clang %plugin_flags -std=gnu89 -Wall -Wextra -Wpedantic -Werror -c %s -o %t.o
// RUN: %tracexx %t.o %stub -o %t && %t | FileCheck --check-prefix=ANNOTATED %s
#include <stdio.h>

int annotated(int x);
int annotated(int x) __attribute__((autoscope_scope));

#ifdef KR
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#pragma clang diagnostic ignored "-Wdeprecated-non-prototype"
#pragma clang diagnostic ignored "-Wknr-promoted-parameter"
static int old(a, b)
int a;
int b;
{
  return a + b;
}
#pragma clang diagnostic pop
#else
static int old(int a, int b) { return a + b; }
#endif

static __inline__ int inlined(int x) { return x + 1; }

static int jumps(int x) {
  int i;
  if (x == 0)
    goto end;
  for (i = 0; i < 10; ++i)
    switch (i) {
    case 3:
      return i;
    default:
      break;
    }
end:
  return 0;
}

static int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

int annotated(int x) { return x; }

struct point {
  int x, y;
};
static struct point shift(struct point p) {
  p.x += 1;
  return p;
}

int main(void) {
  struct point p = {0, 0};
  int sum = old(1, 2) + inlined(3);
  sum += jumps(0) + jumps(1) + factorial(2) + annotated(1) + shift(p).x;
  printf("%d\n", sum);
  return 0;
}
/*
CHECK:      {{^}}> main()
CHECK-NEXT: {{^}}  > old({{.*}})
CHECK-NEXT: {{^}}  <
CHECK-NEXT: {{^}}  > inlined(int)
CHECK-NEXT: {{^}}  <
CHECK-NEXT: {{^}}  > jumps(int)
CHECK-NEXT: {{^}}  <
CHECK-NEXT: {{^}}  > jumps(int)
CHECK-NEXT: {{^}}  <
CHECK-NEXT: {{^}}  > factorial(int)
CHECK-NEXT: {{^}}    > factorial(int)
CHECK-NEXT: {{^}}    <
CHECK-NEXT: {{^}}  <
CHECK-NEXT: {{^}}  > annotated(int)
CHECK-NEXT: {{^}}  <
CHECK-NEXT: {{^}}  > shift(point)
CHECK-NEXT: {{^}}  <
CHECK-NEXT: {{^}}14
CHECK-NEXT: {{^}}<

ANNOTATED-NOT: > main
ANNOTATED: {{^}}> annotated(int)
*/
