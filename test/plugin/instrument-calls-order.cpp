// A call with a scope keeps the language's order of evaluation: an assignment operator's right side comes first.
// RUN: %clangxx -std=c++17 -DLIBRARY -c %s -o %t.o
// RUN: %tracexx -std=c++17 '-fplugin-arg-autoscope-methods=forward,operator=,operator+=,operator[],operator<<,operator(),operator++' %arg-bases=mine::Base %s %stub -x none %t.o -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++14 -O2 '-fplugin-arg-autoscope-methods=forward,operator=,operator+=,operator[],operator<<,operator(),operator++' %arg-bases=mine::Base %s %stub -x none %t.o -o %t && %t | FileCheck %s
#include <cstdio>
#include <utility>
namespace mine {
struct Base {};
} // namespace mine
struct Value {
  int number;
  Value(int number) : number(number) {}
#if __cplusplus >= 201703L
  Value(Value &&) = delete; // it is made where the callee finds it
#else
  Value(Value &&other) : number(other.number) {}
#endif
  ~Value() { std::printf("~%d\n", number); }
};
struct Layer : mine::Base {
  Layer &operator=(int x);
  Layer &operator+=(Value x);
  int operator[](int x);
  int operator<<(int x);
  int operator()(int x);
  Layer &operator++();
};
#ifdef LIBRARY
Layer &Layer::operator=(int) { return *this; }
Layer &Layer::operator+=(Value) { return *this; }
int Layer::operator[](int x) { return x; }
int Layer::operator<<(int x) { return x; }
int Layer::operator()(int x) { return x; }
Layer &Layer::operator++() { return *this; }
#else
Layer &object(Layer &layer) {
  std::printf("object\n");
  return layer;
}
int argument(int x) {
  std::printf("argument\n");
  return x;
}
int main() {
  Layer layer;
  object(layer) = argument(1);
  object(layer) += argument(2);
  (object(layer) = argument(3)) += argument(4);
  object(layer)[argument(5)];
  object(layer) << argument(6);
  object(layer)(argument(7));
  ++object(layer);
  Layer().operator=(argument(8));
}
#endif
// CHECK:      {{^}}argument
// CHECK-NEXT: {{^}}object
// CHECK-NEXT: {{^}}> Layer::operator=(int) [Layer object base call]
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}argument
// CHECK-NEXT: {{^}}object
// CHECK-NEXT: {{^}}> Layer::operator+=(Value) [Layer object base call]
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: ~2
// CHECK-NEXT: {{^}}argument
// CHECK-NEXT: {{^}}argument
// CHECK-NEXT: {{^}}object
// CHECK-NEXT: {{^}}> Layer::operator=(int) [Layer object base call]
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Layer::operator+=(Value) [Layer object base call]
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: ~4
// CHECK-NEXT: {{^}}object
// CHECK-NEXT: {{^}}argument
// CHECK-NEXT: {{^}}> Layer::operator[](int) [Layer object base call]
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}object
// CHECK-NEXT: {{^}}argument
// CHECK-NEXT: {{^}}> Layer::operator<<(int) [Layer object base call]
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}object
// CHECK-NEXT: {{^}}argument
// CHECK-NEXT: {{^}}> Layer::operator()(int) [Layer object base call]
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}object
// CHECK-NEXT: {{^}}> Layer::operator++() [Layer object base call]
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}argument
// CHECK-NEXT: {{^}}> Layer::operator=(int) [Layer object base call]
// CHECK-NEXT: {{^}}<
