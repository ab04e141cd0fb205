// The attribute is accepted wherever a function's attribute may stand: constructors, templates, friends, lambdas, virtual
// and out-of-line members, and is inherited by instantiations.
// RUN: %tracexx -std=c++17 -Wall -Wextra -Werror -I %build/include %s %stub -o %t && %t | FileCheck %s
#include <autoscope/attributes.h>

struct Box {
  [[autoscope::scope]] Box() {}
  [[autoscope::scope]] ~Box();
  [[autoscope::scope]] virtual int outOfLine(int x);
  template <class T> [[autoscope::scope("member")]] T member(T x) { return x; }
  AUTOSCOPE_FUNCTION static int macro() { return 1; }
};
Box::~Box() {}
int Box::outOfLine(int x) { return x; }
template <class T> struct Holder {
  [[autoscope::scope]] T get(T x) { return x; }
  [[autoscope::scope]] T late(T x);
};
template <class T> T Holder<T>::late(T x) { return x; }
AUTOSCOPE_FUNCTION_NAMED("by macro") int named() { return 1; }
AUTOSCOPE_IGNORE int ignored() { return 1; }

int main() {
  Box box;
  box.outOfLine(1);
  box.member(1);
  Box::macro();
  Holder<int>().get(1);
  Holder<int>().late(1);
  named();
  ignored();
  auto lambda = []() __attribute__((autoscope_scope("lambda"))) { return 1; };
  lambda();
}
// CHECK:      {{^}}> Box::Box()
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Box::outOfLine(int)
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> member
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Box::macro()
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Holder<int>::get(int)
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Holder<int>::late(int)
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> by macro
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> lambda
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Box::~Box()
// CHECK-NEXT: {{^}}<
// CHECK-NOT:  >
