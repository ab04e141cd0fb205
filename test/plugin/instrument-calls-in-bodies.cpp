// Calls in the bodies that Clang keeps apart: outlined regions of OpenMP, blocks, lambdas outside of functions, initialisers of
// namespaces' variables and of constructors, inline and constexpr functions, local classes, function-try-blocks.
// RUN: %clangxx -std=c++17 -c %S/Inputs/library-modules.cpp -o %t.o
// RUN: %tracexx -std=c++17 -fblocks -fopenmp -Wall -Wextra -Werror -Wno-unknown-warning-option -Wno-vla-cxx-extension -S -emit-llvm %s -o %t.ll
// RUN: FileCheck --check-prefix=IR %s < %t.ll
// Without OpenMP's library and the blocks' there is one thread, and a block is called where it is made.
// RUN: %tracexx -std=c++17 -DRUN -Wno-unknown-pragmas %s %stub -x none %t.o -o %t && %t | %python %S/Inputs/one_scope_each.py
// RUN: %tracexx -std=c++17 -DRUN -O2 %s %stub -x none %t.o -o %t && %t | %python %S/Inputs/one_scope_each.py
#include "Inputs/library-modules.h"
#include <cstdio>
using namespace torch::nn;
ConvImpl conv;
namespace space {
int variable = conv.forward(1);
extern "C" {
int linked = conv.forward(2) + conv.forward(3);
}
} // namespace space
static auto lambda = [](int x) { return conv.forward(x); };
struct Method {
  int value = 0;
  Method() : value(conv.forward(4)) {}
  Method(int x) try : value(conv.forward(x)) { conv.forward(5); } catch (...) { conv.forward(6); }
  ~Method() { conv.forward(7); }
  operator int() const { return conv.forward(value); }
  static int shared() { return conv.forward(8); }
};
inline int inlined(int x = 9) { return conv.forward(x); }
constexpr int maybe(bool run) { return run ? conv.forward(10) : 11; }
static_assert(maybe(false) == 11);
int sized(int n) {
  int array[conv.forward(n)]; // its size is a part of a type: evaluated, without a scope
  return static_cast<int>(sizeof array);
}
void loops(int *values, int count) {
#pragma omp parallel for
  for (int i = 0; i < count; ++i)
    values[i] = conv.forward(20 + i);
#pragma omp parallel
  conv.forward(30);
#pragma omp task firstprivate(count)
  {
#pragma omp critical
    values[0] = conv.forward(31, count);
  }
#pragma omp simd
  for (int i = 0; i < count; ++i)
    values[i] += conv.forward(40);
}
#ifndef RUN
int blocks(int x) {
  auto block = ^(int y) { return conv.forward(x + y); };
  return block(1);
}
#endif
int main() {
  int values[2];
  loops(values, 2);
  lambda(50);
  struct Local {
    int run() { return conv.forward(51); }
  };
  Local().run();
  Method method, other(1);
  int unused = inlined() + maybe(true) + Method::shared() + method + space::variable;
  (void)unused;
}
// IR-LABEL: define {{.*}}@_Z5sizedi(
// IR-NOT:   call {{.*}}@__autoscope_enter_call(
// IR:       call {{.*}}@_ZN5torch2nn8ConvImpl7forwardEi(
// IR-LABEL: define {{.*}}@_Z5loopsPii(
// IR:       call {{.*}}@__autoscope_enter_call(
// IR:       invoke {{.*}}@_ZN5torch2nn8ConvImpl7forwardEi({{.*}}, i32 noundef 40)
// IR-LABEL: define internal {{.*}}omp_outlined{{.?}}(
// IR:       call {{.*}}@__autoscope_enter_call(
// IR:       invoke {{.*}}@_ZN5torch2nn8ConvImpl7forwardEi(
// IR-LABEL: define internal {{.*}}omp_outlined{{.?}}.3(
// IR:       call {{.*}}@__autoscope_enter_call(
// IR:       invoke {{.*}}@_ZN5torch2nn8ConvImpl7forwardEi({{.*}}, i32 noundef 30)
// IR-LABEL: define internal {{.*}}omp_task_entry.(
// IR:       call {{.*}}@__autoscope_enter_call(
// IR:       invoke {{.*}}@_ZN5torch2nn8ConvImpl7forwardEiii(
// IR-LABEL: define internal {{.*}}block_invoke{{.*}}(
// IR:       call {{.*}}@__autoscope_enter_call(
// IR:       invoke {{.*}}@_ZN5torch2nn8ConvImpl7forwardEi(
