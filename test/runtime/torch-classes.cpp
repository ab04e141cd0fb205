// A torch module is of the class that it has at the call, also where an object of another class lay at its address, outermost or
// inside, and one that is registered after its first call has its name at the parent's next.
// REQUIRES: torch
// RUN: %autoscope_clangxx -std=c++17 -O0 %s -o %t %torch_flags
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t && %autoscope tree %t.autoscope | FileCheck %s
#include <new>
#include <torch/torch.h>

namespace nn = torch::nn;
using torch::Tensor;

// Their forward is LinearImpl's, compiled in libtorch.
struct First : nn::LinearImpl {
  using nn::LinearImpl::LinearImpl;
};
struct Second : nn::LinearImpl {
  using nn::LinearImpl::LinearImpl;
};
struct Field : nn::Module {
  nn::LinearImpl *field = nullptr;
  Tensor forward(Tensor x) { return field->forward(x); }
};
struct Late : nn::Module {
  std::shared_ptr<nn::LinearImpl> *use = nullptr;
  Tensor forward(Tensor x) { return (*use)->forward(x); }
};

int main() {
  torch::NoGradGuard noGradients;
  Tensor x = torch::ones({4, 4});
  alignas(16) static char buffer[4096];
  Field parent;
  for (int i = 0; i < 4; ++i) {
    nn::LinearImpl *layer = i % 2 ? static_cast<nn::LinearImpl *>(new (buffer) Second(4, 4)) : new (buffer) First(4, 4);
    layer->forward(x);
    parent.field = layer;
    parent.forward(x);
    layer->~LinearImpl();
  }
  Late late;
  auto linear = std::make_shared<nn::LinearImpl>(4, 4);
  late.use = &linear;
  late.forward(x);
  late.register_module("linear", linear);
  for (int i = 0; i < 5; ++i)
    late.forward(x);
  return 0;
}
// CHECK:      {{^}}First {{ *}}First {{ *}}2{{ }}
// CHECK-NEXT: {{^}}Field {{ *}}Field {{ *}}4{{ }}
// CHECK-NEXT: {{^}}  field {{ *}}First {{ *}}2{{ }}
// CHECK-NEXT: {{^}}  field {{ *}}Second {{ *}}2{{ }}
// CHECK-NEXT: {{^}}Second {{ *}}Second {{ *}}2{{ }}
// CHECK-NEXT: {{^}}Late {{ *}}Late {{ *}}6{{ }}
// CHECK-NEXT: {{^}}  Linear@0 {{ *}}Linear {{ *}}1{{ }}
// CHECK-NEXT: {{^}}  linear {{ *}}Linear {{ *}}5{{ }}
