/* scope.h and abi.h in C, without a warning.
   RUN: %clang -std=c99 -Wall -Wextra -pedantic -Werror -I%source/runtime/include %s -o %t -L%build/lib \
   RUN:   -Wl,-rpath,%build/lib -lautoscope
   RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t
   RUN: %autoscope dump --stable %t.autoscope | FileCheck %s
   CHECK: outer
   CHECK: inner
*/

#include <autoscope/scope.h>

static int inner(int x) {
  AUTOSCOPE_SCOPE("inner");
  return x + 1;
}

int main(void) {
  AUTOSCOPE_SCOPE("outer");
  return inner(-1);
}
