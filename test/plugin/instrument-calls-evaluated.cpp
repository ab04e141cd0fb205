// What is evaluated inside typeid, _Generic and __builtin_choose_expr has its calls' scopes; what is not, has none; and where
// there can be none, a remark says so.
// RUN: %clangxx -std=c++17 -DLIBRARY -c %s -o %t.o
// RUN: %tracexx -std=c++17 -w %arg-remarks %arg-bases=mine::Base %s %stub -x none %t.o -o %t 2> %t.remarks && %t | FileCheck %s
// RUN: grep 'this call of' %t.remarks | FileCheck --check-prefix=REMARK --implicit-check-not='this call of' %s
#include <cstdio>
#include <typeinfo>
namespace mine {
struct Base {};
} // namespace mine
struct Dynamic {
  virtual ~Dynamic() {}
};
struct Layer : mine::Base {
  int forward(int x);
  int (&forward(double x))[2];
};
#ifdef LIBRARY
int Layer::forward(int x) { return std::printf("%d\n", x); }
int (&Layer::forward(double))[2] {
  static int both[2] = {1, 2};
  return both;
}
#else
int main() {
  Layer layer;
  Dynamic dynamic, *pointer = &dynamic;
  typeid((layer.forward(1), *pointer));
  typeid(layer.forward(2));
  typeid((layer.forward(3), layer));
  (void)_Generic(layer.forward(4), int: layer.forward(5), default: layer.forward(6));
  auto [first, second] = layer.forward(1.0);
  return first + second - 3;
}
#endif
// CHECK:      {{^}}> Layer::forward(int) [Layer object base call]
// CHECK-NEXT: 1
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Layer::forward(int) [Layer object base call]
// CHECK-NEXT: 5
// CHECK-NEXT: {{^}}<
// CHECK-NOT:  {{.}}
// REMARK: remark: autoscope: this call of 'Layer::forward(double)' has no scope: it makes an array whose elements are copied
