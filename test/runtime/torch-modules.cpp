// Each call of a torch module has the path that is true at the call, whoever made, shares, clones, moves or replaces it, on any
// thread; a call has one scope.
// REQUIRES: torch
// RUN: %autoscope_clangxx -std=c++17 -O0 -Wall -Wextra -Werror %s -o %t %torch_flags
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t
// RUN: %autoscope dump --stable %t.autoscope > %t.dump && FileCheck --strict-whitespace --input-file=%t.dump --implicit-check-not=@ %s
// RUN: %autoscope tree %t.autoscope | FileCheck --strict-whitespace --check-prefix=TREE %s
#include <autoscope/attributes.h>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <torch/torch.h>
#include <type_traits>
#include <vector>

namespace nn = torch::nn;
using torch::Tensor;

static Tensor input() { return torch::ones({1, 4}); }

// CHECK-LABEL: {{^}}  subclasses()
// CHECK-NEXT: {{^}}    ChildImpl::forward(at::Tensor) [Child]
// CHECK-NEXT: {{^}}      ParentImpl::forward(at::Tensor) [Child]
// CHECK-NEXT: {{^}}        torch::nn::LinearImpl::forward({{.*}}) [Child.inner]
// CHECK-NEXT: {{^}}      ScaledImpl::forward(const at::Tensor &) [Child.scaled]
// CHECK-NEXT: {{^}}        torch::nn::LinearImpl::forward({{.*}}) [Child.scaled]
// TREE:       {{^Child +Child +101 }}
// TREE-NEXT:  {{^  inner +Linear +101 }}
// TREE-NEXT:  {{^  scaled +Scaled +101 }}
struct ScaledImpl : nn::LinearImpl {
  using nn::LinearImpl::LinearImpl;
  Tensor forward(const Tensor &x) { return 2 * nn::LinearImpl::forward(x); }
};
TORCH_MODULE(Scaled);
struct ParentImpl : nn::Module {
  ParentImpl() { register_module("inner", inner); }
  virtual Tensor forward(Tensor x) { return inner(x); }
  nn::Linear inner{4, 4};
};
struct ChildImpl final : ParentImpl {
  ChildImpl() { register_module("scaled", scaled); }
  Tensor forward(Tensor x) override { return scaled(ParentImpl::forward(x)); }
  Scaled scaled{4, 4};
};
AUTOSCOPE_FUNCTION void subclasses() {
  ChildImpl net;
  static_cast<ParentImpl &>(net).forward(input());
}

// CHECK-LABEL: {{^}}  templates()
// CHECK-NEXT: {{^}}    PairImpl<torch::nn::ReLU, torch::nn::Tanh>::forward(at::Tensor) [Pair<torch::nn::ReLU, torch::nn::Tanh>]
// CHECK-NEXT: {{^}}      torch::nn::ReLUImpl::forward({{.*}}) [Pair<torch::nn::ReLU, torch::nn::Tanh>.first]
// CHECK-NEXT: {{^}}      torch::nn::TanhImpl::forward({{.*}}) [Pair<torch::nn::ReLU, torch::nn::Tanh>.second]
template <class First, class Second> struct PairImpl : nn::Module {
  PairImpl() {
    register_module("first", first);
    register_module("second", second);
  }
  Tensor forward(Tensor x) { return second(first->forward(x)); }
  First first;
  Second second;
};
AUTOSCOPE_FUNCTION void templates() { PairImpl<nn::ReLU, nn::Tanh>().forward(input()); }

// A clone runs by its own names, and so does a replica on its own thread.
// CHECK-LABEL: {{^}}  clones()
// CHECK-NEXT: {{^}}    Copied::forward(at::Tensor) [Copied] x2
// CHECK-NEXT: {{^}}      torch::nn::LinearImpl::forward({{.*}}) [Copied.linear]
// CHECK-NEXT: {{^}}    OwnerImpl::forward(at::Tensor) [Owner]
// CHECK-NEXT: {{^}}      Copied::forward(at::Tensor) [Owner.original]
// CHECK-NEXT: {{^}}        torch::nn::LinearImpl::forward({{.*}}) [Owner.original.linear]
// CHECK-NEXT: {{^}}      Copied::forward(at::Tensor) [Owner.clone]
// CHECK-NEXT: {{^}}        torch::nn::LinearImpl::forward({{.*}}) [Owner.clone.linear]
struct Copied : nn::Cloneable<Copied> {
  Copied() { reset(); }
  void reset() override { register_module("linear", linear = nn::Linear(4, 4)); }
  Tensor forward(Tensor x) { return linear(x); }
  nn::Linear linear{nullptr};
};
struct OwnerImpl : nn::Module {
  explicit OwnerImpl(const std::shared_ptr<Copied> &module) : original(module) {
    register_module("original", original);
    clone = std::dynamic_pointer_cast<Copied>(original->clone());
    register_module("clone", clone);
  }
  Tensor forward(Tensor x) { return clone->forward(original->forward(x)); }
  std::shared_ptr<Copied> original, clone;
};
AUTOSCOPE_FUNCTION void clones() {
  auto module = std::make_shared<Copied>();
  module->forward(input());
  std::dynamic_pointer_cast<Copied>(module->clone())->forward(input());
  OwnerImpl(module).forward(input());
}

// The same three modules under another name in the next call: replaced, moved to another parent, in another place.
// CHECK-LABEL: {{^}}  replaced()
// CHECK-NEXT: {{^}}    HostImpl::forward(at::Tensor) [Host]
// CHECK-NEXT: {{^}}      torch::nn::LinearImpl::forward({{.*}}) [Host.old]
// CHECK-NEXT: {{^}}    HostImpl::forward(at::Tensor) [Host] x2
// CHECK-NEXT: {{^}}      torch::nn::LinearImpl::forward({{.*}}) [Host.new]
// CHECK-COUNT-200: {{^      torch::nn::LinearImpl::forward\(.*\) \[Host\.(even|odd)\]$}}
// TREE:       {{^Host +Host +204 }}
// TREE-NEXT:  {{^  old +Linear +1 }}
// TREE-NEXT:  {{^  new +Linear +2 }}
// TREE-NEXT:  {{^  even +Linear +100 }}
// TREE-NEXT:  {{^  odd +Linear +100 }}
// TREE-NEXT:  {{^  last +Linear +1 }}
struct HostImpl : nn::Module {
  Tensor forward(Tensor x) { return guest(x); }
  void take(const std::string &name, const nn::Linear &linear) {
    if (!name_.empty())
      unregister_module(name_);
    guest = register_module(name_ = name, linear);
  }
  nn::Linear guest{nullptr};
  std::string name_;
};
AUTOSCOPE_FUNCTION void replaced() {
  HostImpl host;
  nn::Linear linear(4, 4);
  host.take("old", linear);
  host.forward(input());
  host.take("new", linear);
  host.forward(input());
  host.guest = host.replace_module("new", nn::Linear(4, 4));
  host.forward(input());
  // Allocators give the same addresses again and again.
  for (int i = 0; i < 200; ++i) {
    host.guest = nullptr;
    host.take(i % 2 ? "odd" : "even", nn::Linear(4, 4));
    host.forward(input());
  }
}

// CHECK-LABEL: {{^}}  wide()
// CHECK-NEXT: {{^}}    HostImpl::forward(at::Tensor) [Host]
// CHECK-NEXT: {{^}}      torch::nn::LinearImpl::forward({{.*}}) [Host.last]
AUTOSCOPE_FUNCTION void wide() {
  HostImpl host;
  auto other = std::make_shared<nn::IdentityImpl>();
  for (int i = 0; i < 65600; ++i)
    host.register_module("child" + std::to_string(i), other);
  host.take("last", nn::Linear(4, 4));
  host.forward(input());
}

// Two parents share a child, which one of them has under two names: a path per parent, the first name of two.
// CHECK-LABEL: {{^}}  shared()
// CHECK-NEXT: {{^}}    TiedImpl::forward(at::Tensor) [Tied]
// CHECK-NEXT: {{^}}      ParentImpl::forward(at::Tensor) [Tied.left]
// CHECK-NEXT: {{^}}        torch::nn::LinearImpl::forward({{.*}}) [Tied.left.inner]
// CHECK-NEXT: {{^}}      ParentImpl::forward(at::Tensor) [Tied.right]
// CHECK-NEXT: {{^}}        torch::nn::LinearImpl::forward({{.*}}) [Tied.right.inner]
// CHECK-NEXT: {{^}}      torch::nn::LinearImpl::forward({{.*}}) [Tied.left.inner]
// CHECK-NEXT: {{^}}      torch::nn::ReLUImpl::forward({{.*}}) [Tied.once] x2
struct TiedImpl : nn::Module {
  TiedImpl() {
    right->inner = right->replace_module("inner", left->inner);
    register_module("left", left);
    register_module("right", right);
    register_module("once", once);
    register_module("twice", once);
  }
  Tensor forward(Tensor x) {
    x = right->forward(left->forward(x));
    return once(once(left->inner(x)));
  }
  std::shared_ptr<ParentImpl> left = std::make_shared<ParentImpl>(), right = std::make_shared<ParentImpl>();
  nn::ReLU once;
};
AUTOSCOPE_FUNCTION void shared() { TiedImpl().forward(input()); }

// CHECK-LABEL: {{^}}  functions()
// CHECK-NEXT: {{^}}    HeadsImpl::forward(at::Tensor) [Heads]
// CHECK-NEXT: {{^}}      torch::nn::SequentialImpl::forward{{.*}} [Heads.all]
// CHECK-NEXT: {{^}}        torch::nn::FunctionalImpl::forward({{.*}}) [Heads.all.relu]
// CHECK-NEXT: {{^}}        torch::nn::FunctionalImpl::forward({{.*}}) [Heads.all.elu]
// CHECK-NEXT: {{^}}        torch::nn::FunctionalImpl::forward({{.*}}) [Heads.all.lambda]
// CHECK-NEXT: {{^}}          torch::nn::LinearImpl::forward({{.*}}) [Heads.all.lambda.linear]
struct HeadsImpl : nn::Module {
  HeadsImpl() {
    nn::Functional lambda([this](Tensor x) { return linear(x); });
    lambda->register_module("linear", linear);
    all->push_back("relu", nn::Functional(torch::relu));
    all->push_back("elu", nn::Functional(torch::elu, 1, 0, 1));
    all->push_back("lambda", lambda);
    register_module("all", all);
  }
  Tensor forward(Tensor x) { return all->forward(x); }
  nn::Linear linear{4, 4};
  nn::Sequential all;
};
AUTOSCOPE_FUNCTION void functions() { HeadsImpl().forward(input()); }

// An exception of a layer ends its scope, and those around it.
// CHECK-LABEL: {{^}}  throwing()
// CHECK-NEXT: {{^}}    ParentImpl::forward(at::Tensor) [Parent] x2
// CHECK-NEXT: {{^}}      torch::nn::LinearImpl::forward({{.*}}) [Parent.inner]
AUTOSCOPE_FUNCTION void throwing() {
  ParentImpl net;
  try {
    net.forward(torch::ones({1, 3}));
  } catch (const std::exception &) {
  }
  net.forward(input());
}

// G15: overloaded, templated, const and default-argument forward, holder, Sequential, type-erased call; a class that is no module.
// CHECK-LABEL: {{^}}  everyForward()
// CHECK-NEXT: {{^}}    ManyImpl::forward(at::Tensor, int, bool) [Many] x2
// CHECK-NEXT: {{^}}    ManyImpl::forward(at::Tensor, at::Tensor) const [Many]
// CHECK-NEXT: {{^}}    ManyImpl::forward<float>(float) [Many]
// CHECK-NEXT: {{^}}    torch::nn::SequentialImpl::forward{{.*}} [Sequential]
// CHECK-NEXT: {{^}}      PlainImpl::forward(at::Tensor) [Sequential.0]
// CHECK-NEXT: {{^}}    PlainImpl::forward(at::Tensor) [Plain] x2
struct ManyImpl : nn::Module {
  Tensor forward(Tensor x, int factor = 2, bool add = true) { return add ? x + factor : x * factor; }
  Tensor forward(Tensor x, Tensor y) const { return x + y; }
  template <class T> T forward(T x) { return x; }
};
TORCH_MODULE(Many);
struct PlainImpl : nn::Module {
  Tensor forward(Tensor x) { return x; }
};
TORCH_MODULE(Plain);
struct NoModule {
  int forward(int x) { return x; }
};
static_assert(std::is_same_v<decltype(&PlainImpl::forward), Tensor (PlainImpl::*)(Tensor)>);
static_assert(std::is_same_v<decltype(&nn::ReLUImpl::forward), Tensor (nn::ReLUImpl::*)(Tensor)>);
static_assert(std::is_same_v<decltype(std::declval<ManyImpl>().forward(1.0f)), float>);
static_assert(std::is_same_v<decltype(std::declval<ManyImpl>().forward(Tensor(), 1)), Tensor>);
AUTOSCOPE_FUNCTION void everyForward() {
  Many many;
  many->forward(input());
  many(input(), 3, false);
  many->forward(input(), input());
  many->forward(1.0f);
  nn::Sequential(Plain())->forward(input());
  nn::AnyModule(Plain()).forward(input());
  Tensor (PlainImpl::*pointer)(Tensor) = &PlainImpl::forward;
  PlainImpl plain;
  (plain.*pointer)(input());
  NoModule().forward(1);
}

// G16: two blocks of one class with two children each, of which they share one: two paths, one call each.
// CHECK-LABEL: {{^}}  sharedInBlocks()
// CHECK-NEXT: {{^}}    NetImpl::forward(at::Tensor) [Net]
// CHECK-NEXT: {{^}}      BlockImpl::forward(at::Tensor) [Net.block1]
// CHECK-NEXT: {{^}}        torch::nn::LinearImpl::forward({{.*}}) [Net.block1.fc1]
// CHECK-NEXT: {{^}}        torch::nn::LinearImpl::forward({{.*}}) [Net.block1.fc2]
// CHECK-NEXT: {{^}}      BlockImpl::forward(at::Tensor) [Net.block2]
// CHECK-NEXT: {{^}}        torch::nn::LinearImpl::forward({{.*}}) [Net.block2.fc1]
// CHECK-NEXT: {{^}}        torch::nn::LinearImpl::forward({{.*}}) [Net.block2.fc2]
// TREE:       {{^Net +Net +1 }}
// TREE-NEXT:  {{^  block1 +Block +1 }}
// TREE-NEXT:  {{^    block1.fc1 +Linear +1 }}
// TREE-NEXT:  {{^    block1.fc2 +Linear +1 }}
// TREE-NEXT:  {{^  block2 +Block +1 }}
// TREE-NEXT:  {{^    block2.fc1 +Linear +1 }}
// TREE-NEXT:  {{^    block2.fc2 +Linear +1 }}
struct BlockImpl : nn::Module {
  explicit BlockImpl(const nn::Linear &common) : fc2(common) {
    register_module("fc1", fc1);
    register_module("fc2", fc2);
  }
  Tensor forward(Tensor x) { return fc2(fc1(x)); }
  nn::Linear fc1{4, 4}, fc2;
};
TORCH_MODULE(Block);
struct NetImpl : nn::Module {
  NetImpl() {
    register_module("block1", block1);
    register_module("block2", block2);
  }
  Tensor forward(Tensor x) { return block2(block1(x)); }
  nn::Linear common{4, 4};
  Block block1{common}, block2{common};
};
TORCH_MODULE(Net);
AUTOSCOPE_FUNCTION void sharedInBlocks() { Net()(input()); }

// Threads that run one module, and threads with a replica each, as data_parallel makes them by clone(); its header needs CUDA.
// CHECK:      {{^}}thread "replica" x2
// CHECK-NEXT: {{^}}  Copied::forward(at::Tensor) [Copied] x50
// CHECK-NEXT: {{^}}    torch::nn::LinearImpl::forward({{.*}}) [Copied.linear]
// CHECK-NEXT: {{^}}thread "shared" x2
// CHECK-NEXT: {{^}}  ChildImpl::forward(at::Tensor) [Child] x50
// CHECK-NEXT: {{^}}    ParentImpl::forward(at::Tensor) [Child]
// CHECK-NEXT: {{^}}      torch::nn::LinearImpl::forward({{.*}}) [Child.inner]
// CHECK-NEXT: {{^}}    ScaledImpl::forward(const at::Tensor &) [Child.scaled]
// CHECK-NEXT: {{^}}      torch::nn::LinearImpl::forward({{.*}}) [Child.scaled]
// CHECK-NOT:  {{.}}
template <class Module> std::thread start(const char *name, Module &module) {
  return std::thread([name, &module] {
    pthread_setname_np(pthread_self(), name);
    for (int i = 0; i < 50; ++i)
      module.forward(input());
  });
}
void threads() {
  ChildImpl child;
  Copied copied;
  std::vector<std::shared_ptr<nn::Module>> replicas = {copied.clone(), copied.clone()};
  std::thread threads[] = {start("shared", child), start("shared", child), start("replica", *replicas[0]->as<Copied>()),
                           start("replica", *replicas[1]->as<Copied>())};
  for (std::thread &thread : threads)
    thread.join();
}

int main() {
  torch::NoGradGuard noGradients;
  subclasses();
  templates();
  clones();
  replaced();
  wide();
  shared();
  functions();
  throwing();
  everyForward();
  sharedInBlocks();
  threads();
}
