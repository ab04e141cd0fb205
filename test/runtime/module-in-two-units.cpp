// A call of a module whose body another unit has is one scope, in whichever of the units the plugin ran: in the caller's, in the
// body's, in both. Its name is the body's where that has a scope, and the tree is the same.
// RUN: %clangxx -std=c++17 -O1 -DBODY -c %s -o %t-body-plain.o && %clangxx -std=c++17 -O1 -DCALLER -c %s -o %t-caller-plain.o
// RUN: %autoscope_clangxx -std=c++17 -O1 -DBODY -c %s -o %t-body.o && %autoscope_clangxx -std=c++17 -O1 -DCALLER -c %s -o %t-caller.o
// RUN: %autoscope_clangxx %t-body.o %t-caller.o -o %t-both && env AUTOSCOPE_OUTPUT=%t-both.autoscope %t-both
// RUN: %autoscope_clangxx %t-body-plain.o %t-caller.o -o %t-one && env AUTOSCOPE_OUTPUT=%t-one.autoscope %t-one
// RUN: %autoscope_clangxx %t-body.o %t-caller-plain.o -o %t-other && env AUTOSCOPE_OUTPUT=%t-other.autoscope %t-other
// RUN: %autoscope dump --stable %t-both.autoscope | FileCheck --check-prefixes=BOTH %s
// RUN: %autoscope dump --stable %t-one.autoscope | FileCheck --check-prefixes=ONE %s
// RUN: %autoscope dump --stable %t-other.autoscope | FileCheck --check-prefixes=OTHER %s
// RUN: %autoscope tree %t-both.autoscope | FileCheck --check-prefix=TREE %s
// RUN: %autoscope tree %t-one.autoscope | FileCheck --check-prefix=TREE %s
struct [[autoscope::module]] Layer {
  int forward(int x);
  int value = 1;
};
struct [[autoscope::module]] Net {
  Layer first, second;
  int forward(int x);
};
#ifdef BODY
__attribute__((noinline)) int Layer::forward(int x) { return x + value; }
#else
__attribute__((noinline)) int Net::forward(int x) { return first.forward(second.forward(x)) + first.forward(x); }
int main() {
  Net net;
  int sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += net.forward(i);
  return sum == 15 ? 0 : 1;
}
#endif
// BOTH:       {{^}}thread main
// BOTH-NEXT:    Net::forward(int) [Net] x3
// BOTH-NEXT:      Layer::forward(int) [Net.second]
// BOTH-NEXT:      Layer::forward(int) [Net.first] x2
// BOTH-NOT:     forward
// ONE:        {{^}}thread main
// ONE-NEXT:     Net::forward(int) [Net] x3
// ONE-NEXT:       Layer::forward(int) [Net.second]
// ONE-NEXT:       Layer::forward(int) [Net.first] x2
// ONE-NOT:      forward
// OTHER:      {{^}}thread main
// OTHER-NEXT:   Layer::forward(int) [Layer] x9
// OTHER-NOT:    forward
// TREE:       {{^}}Net Net 3 
// TREE-NEXT:  second Layer 3 
// TREE-NEXT:  first Layer 6 
