// A module whose forward is compiled elsewhere has its scope at the call, however it is called: by pointer, holder,
// object, temporary, reference to a base, container and type erasure. Arguments are evaluated before the scope begins.
// RUN: %clangxx -std=c++17 -c %S/Inputs/library-modules.cpp -o %t.o
// RUN: %tracexx -std=c++17 -Wall -Wextra -Werror %s %stub -x none %t.o -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++17 -O2 %s %stub -x none %t.o -o %t && %t | FileCheck %s
#include "Inputs/library-modules.h"
#include <cstdio>
using namespace torch::nn;
int argument(int x) {
  std::printf("argument %d\n", x);
  return x;
}
struct Block : Cloneable<Block> {
  Conv conv;
  int forward(int x) { return conv(x) + conv->forward(argument(x)); }
};
int main() {
  Conv conv;
  std::printf("pointer\n");
  conv->forward(argument(1));
  std::printf("holder\n");
  conv(2);
  std::printf("object\n");
  ConvImpl object;
  object.forward(3, argument(4));
  (*conv).forward(5, 6, 7);
  std::printf("temporary\n");
  ConvImpl().forward(8);
  std::printf("base\n");
  WideNormImpl wide;
  NormImpl &base = wide;
  base.forward(9);
  base.NormImpl::forward(10);
  std::printf("nested\n");
  conv(conv->forward(object.forward(11)));
  std::printf("sequential\n");
  Sequential all;
  all->push_back(conv);
  all->push_back(ModuleHolder<NormImpl>());
  all->forward(12);
  std::printf("library\n");
  parallel::twice(conv, 13);
  std::printf("user's\n");
  Block().forward(14);
  std::printf("not a module's\n");
  object.backward(15);
}
// CHECK:      pointer
// CHECK-NEXT: {{^}}argument 1
// CHECK-NEXT: {{^}}> torch::nn::ConvImpl::forward(int) [torch::nn::ConvImpl object base call]
// CHECK-NEXT: {{^}}conv 1
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: holder
// CHECK-NEXT: {{^}}> torch::nn::ConvImpl::forward(int)
// CHECK-NEXT: conv 2
// CHECK-NEXT: <
// CHECK-NEXT: object
// CHECK-NEXT: {{^}}argument 4
// CHECK-NEXT: {{^}}> torch::nn::ConvImpl::forward(int, int, int)
// CHECK-NEXT: {{^}}conv 3 4 3
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> torch::nn::ConvImpl::forward(int, int, int)
// CHECK-NEXT: {{^}}conv 5 6 7
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: temporary
// CHECK-NEXT: {{^}}> torch::nn::ConvImpl::forward(int)
// CHECK-NEXT: {{^}}conv 8
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: base
// CHECK-NEXT: {{^}}> torch::nn::NormImpl::forward(int) [torch::nn::NormImpl object base call]
// CHECK-NEXT: {{^}}wide norm 9
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> torch::nn::NormImpl::forward(int)
// CHECK-NEXT: {{^}}norm 10
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: nested
// CHECK-NEXT: {{^}}> torch::nn::ConvImpl::forward(int)
// CHECK-NEXT: {{^}}conv 11
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> torch::nn::ConvImpl::forward(int)
// CHECK-NEXT: {{^}}conv 12
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> torch::nn::ConvImpl::forward(int)
// CHECK-NEXT: {{^}}conv 13
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: sequential
// CHECK-NEXT: {{^}}> torch::nn::SequentialImpl::forward<int>(int) [torch::nn::SequentialImpl object base call]
// CHECK-NEXT: {{^}}  > torch::nn::ConvImpl::forward(int)
// CHECK-NEXT: {{^}}conv 12
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}  > torch::nn::NormImpl::forward(int)
// CHECK-NEXT: {{^}}norm 13
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: library
// CHECK-NEXT: {{^}}> torch::nn::ConvImpl::forward(int)
// CHECK-NEXT: {{^}}conv 13
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> torch::nn::ConvImpl::forward(int)
// CHECK-NEXT: {{^}}conv 14
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: user's
// CHECK-NEXT: {{^}}> Block::forward(int) [Block object base]
// CHECK-NEXT: {{^}}  > torch::nn::ConvImpl::forward(int)
// CHECK-NEXT: {{^}}conv 14
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}argument 14
// CHECK-NEXT: {{^}}  > torch::nn::ConvImpl::forward(int)
// CHECK-NEXT: {{^}}conv 14
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: not a module's
// CHECK-NOT:  >
