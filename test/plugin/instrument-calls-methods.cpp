// Option methods says which calls of a module count, also those of operators; a class of another name has none.
// RUN: %clangxx -std=c++17 -DLIBRARY -c %s -o %t.o
// RUN: %tracexx -std=c++17 '-fplugin-arg-autoscope-methods=run,operator()' %arg-bases=mine::Base %s %stub -x none %t.o -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++17 -O2 '-fplugin-arg-autoscope-methods=run,operator()' %arg-bases=mine::Base %s %stub -x none %t.o -o %t && %t | FileCheck %s
#include <cstdio>
namespace mine {
struct Base {
  virtual ~Base() {}
};
} // namespace mine
struct Layer : mine::Base {
  int operator()(int x, int y = 2) const;
  int operator()();
  int run(int x) &&;
  int forward(int x);
};
struct Virtual : mine::Base {
  virtual int run(int x);
};
struct Final final : Virtual {
  int run(int x) override;
};
#ifdef LIBRARY
int Layer::operator()(int x, int y) const { return std::printf("%d %d\n", x, y); }
int Layer::operator()() { return std::printf("none\n"); }
int Layer::run(int x) && { return std::printf("run %d\n", x); }
int Layer::forward(int x) { return x; }
int Virtual::run(int x) { return x; }
int Final::run(int x) { return x + 1; }
#else
const Layer constant;
struct Statics {
  inline static int value = constant(1);
};
int main() {
  Layer layer;
  layer(2, 3);
  layer();
  layer.operator()(4);
  Layer().run(5);
  layer.forward(6);
  Virtual object;
  object.run(7); // its class is known here
  Final last;
  Virtual &reference = last;
  reference.run(8); // and only to the body here
  Final *pointer = &last;
  pointer->run(9);
}
#endif
// CHECK:      {{^}}> Layer::operator()(int, int) const [Layer object base call]
// CHECK-NEXT: 1 2
// CHECK-NEXT: <
// CHECK-NEXT: {{^}}> Layer::operator()(int, int) const [Layer object base call]
// CHECK-NEXT: 2 3
// CHECK-NEXT: <
// CHECK-NEXT: {{^}}> Layer::operator()() [Layer object base call]
// CHECK-NEXT: none
// CHECK-NEXT: <
// CHECK-NEXT: {{^}}> Layer::operator()(int, int) const [Layer object base call]
// CHECK-NEXT: 4 2
// CHECK-NEXT: <
// CHECK-NEXT: {{^}}> Layer::run(int) && [Layer object base call]
// CHECK-NEXT: run 5
// CHECK-NEXT: <
// CHECK-NEXT: {{^}}> Virtual::run(int) [Virtual object base call]
// CHECK-NEXT: <
// CHECK-NEXT: {{^}}> Final::run(int) [Final object base call]
// CHECK-NEXT: <
// CHECK-NOT:  >
