// A call of a module has no scope where the user, or what the callee is, says so. Where it should have one and cannot, a remark
// tells why.
// RUN: %clangxx -std=c++17 -DLIBRARY -c %s -o %t.o
// RUN: %tracexx -std=c++17 %arg-remarks %s %stub -x none %t.o -o %t 2> %t.remarks && %t | FileCheck %s
// RUN: grep 'this call of' %t.remarks | FileCheck --check-prefix=REMARK --implicit-check-not='this call of' %s
// RUN: %tracexx -std=c++17 %arg-exclude='Wanted::*' %s %stub -x none %t.o -o %t && %t | FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %tracexx -std=c++17 %arg-exclude='file:*/skip-calls.cpp' %s %stub -x none %t.o -o %t && %t | FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %tracexx -std=c++17 %arg-bases=mine::Base %s %stub -x none %t.o -o %t && %t | FileCheck --allow-empty --check-prefix=NONE %s
// NONE-NOT: > Wanted
namespace torch { namespace nn {
struct Module {
  virtual ~Module() {}
};
}} // namespace torch::nn
struct Wanted : torch::nn::Module {
  int forward(int x);
  int backward(int x);
};
struct Ignored : torch::nn::Module {
#ifndef LIBRARY
  [[autoscope::ignore]]
#endif
  int forward(int x);
};
struct Uninstrumented : torch::nn::Module {
  __attribute__((no_instrument_function)) int forward(int x);
};
struct Pure : torch::nn::Module {
  __attribute__((pure)) int forward(int x);
};
struct Static : torch::nn::Module {
  static int forward(int x);
};
struct Unrelated {
  int forward(int x);
};
#ifdef LIBRARY
int Wanted::forward(int x) { return x; }
int Wanted::backward(int x) { return x; }
int Ignored::forward(int x) { return x; }
int Uninstrumented::forward(int x) { return x; }
int Pure::forward(int x) { return x; }
int Static::forward(int x) { return x; }
int Unrelated::forward(int x) { return x; }
#else
Wanted wanted;
int defaulted(int x = wanted.forward(1)) { return x; }
struct Initialised {
  int member = wanted.forward(2);
  Initialised() {}
};
__attribute__((no_instrument_function)) int left() { return wanted.forward(3); }
int array(int n) {
  int sized[wanted.forward(n)];
  return sizeof sized > 0;
}
int tail(int x) {
  if (x == 0)
    return array(1);
  [[clang::musttail]] return tail(wanted.forward(x) - 1);
}
struct Here : torch::nn::Module {
  __attribute__((noinline)) int forward(int x) { return x; }  // its body has the scope
};
int main() {
  defaulted();
  Initialised();
  left();
  tail(1);
  Ignored().forward(1);
  Uninstrumented().forward(1);
  Pure().forward(1);
  Static::forward(1);
  Static().forward(1);
  Unrelated().forward(1);
  wanted.backward(1);
  int (Wanted::*pointer)(int) = &Wanted::forward;
  (wanted.*pointer)(4); // what it points to is not known
  Here().forward(1);
  wanted.forward(5);
}
#endif
// CHECK-NOT:  >
// CHECK:      {{^}}> Here::forward(int) [Here object base]
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Wanted::forward(int) [Wanted object base call]
// CHECK-NEXT: {{^}}<
// CHECK-NOT:  >
// REMARK-DAG: remark: autoscope: this call of 'Wanted::forward(int)' has no scope: it stands in a default argument, which
// REMARK-DAG: remark: autoscope: this call of 'Wanted::forward(int)' has no scope: it stands in a default member initialiser, which
// REMARK-DAG: remark: autoscope: this call of 'Wanted::forward(int)' has no scope: it stands in the size of an array, which is a part of a type
// REMARK-DAG: remark: autoscope: this call of 'Wanted::forward(int)' has no scope: it is a musttail call
