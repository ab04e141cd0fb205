// A scope of a torch module is named as it is registered in the module that runs it: through a Sequential that has no
// scope of its own, once per place where the module is used, and by its new name after replace_module. REQUIRES: torch
// RUN: %clangxx -std=c++17 -O0 -I%source/runtime/include %s -o %t \
// RUN:   -L%build/lib -Wl,-rpath,%build/lib -lautoscope %torch_flags
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t
// RUN: %autoscope dump --stable %t.autoscope | FileCheck %s

#include <autoscope/abi.h>
#include <torch/nn/cloneable.h>
#include <torch/nn/module.h>
#include <torch/nn/modules/container/sequential.h>
#include <torch/nn/pimpl.h>

#define MODULE_SCOPE(Type)                                                                                             \
  static const char info[] =                                                                                           \
      "A1\037module\037t\0371\037torch-module-names.cpp\037" #Type "::forward\037" #Type "::forward\037" #Type "\037"; \
  static __autoscope_site site = {sizeof(__autoscope_site), 0, __autoscope_kind_module, 0, info, nullptr, nullptr};                      \
  __attribute__((cleanup(__autoscope_leave))) __autoscope_guard guard = {                                              \
      __autoscope_enter_object(&site, &guard, this, static_cast<torch::nn::Module *>(this))}

struct LeafImpl : torch::nn::Module {
  int forward(int x) {
    MODULE_SCOPE(LeafImpl);
    return x + 1;
  }
};
TORCH_MODULE(Leaf);

struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(Leaf shared) { register_module("shared", shared_ = shared); }
  int forward(int x) {
    MODULE_SCOPE(BlockImpl);
    return shared_->forward(x);
  }
  Leaf shared_{nullptr};
};
TORCH_MODULE(Block);

struct NetImpl : torch::nn::Module {
  NetImpl() {
    Leaf shared;
    layer1->push_back(Block(shared));
    layer1->push_back(Block(shared));
    register_module("layer1", layer1);
    register_module("head", head);
  }
  int forward(int x) {
    MODULE_SCOPE(NetImpl);
    return head->forward(layer1->forward<int>(x));
  }
  torch::nn::Sequential layer1;
  Leaf head;
};
TORCH_MODULE(Net);

int main() {
  Net net;
  int x = net->forward(0) + net->forward(0);
  net->head = net->replace_module("head", Leaf());
  x += net->forward(0);
  // CHECK: Net
  // CHECK: Net.layer1.0
  // CHECK: Net.layer1.0.shared
  // CHECK: Net.layer1.1
  // CHECK: Net.layer1.1.shared
  // CHECK: Net.head
  // CHECK-NOT: @
  return x == 9 ? 0 : 1;
}
