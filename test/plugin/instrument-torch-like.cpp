// The shapes of libtorch's front end: default arguments, a holder, a cloneable base template, type-erased calls. Each forward of
// the user's is one scope per call.
// RUN: %tracexx -std=c++17 -Wall -Wextra -Werror %s %stub -o %t && %t | FileCheck %s
#include <functional>
#include <memory>
namespace torch { namespace nn {
struct Module { virtual ~Module() = default; };
template <class Derived> struct Cloneable : Module { virtual void reset() {} };
template <class Contained> struct ModuleHolder {
  std::shared_ptr<Contained> impl_ = std::make_shared<Contained>();
  Contained *operator->() { return impl_.get(); }
  template <class... Args> auto operator()(Args... args) { return impl_->forward(args...); }
};
}} // namespace torch::nn
struct NetImpl : torch::nn::Cloneable<NetImpl> {
  int forward(int x, int y = 2, bool z = true) { return z ? x + y : 0; }
};
struct Net : torch::nn::ModuleHolder<NetImpl> {};
struct Stateless {
  int forward(int x) { return x; }
};
int main() {
  Net net;
  net->forward(1);
  net(1, 2, false);
  std::function<int(int)> erased = [&](int x) { return net->forward(x, 3); };
  erased(1);
  int (NetImpl::*pointer)(int, int, bool) = &NetImpl::forward;
  ((*net.impl_).*pointer)(1, 2, true);
  Stateless().forward(1);
}
// CHECK-COUNT-4: > NetImpl::forward(int, int, bool) [NetImpl object base]
// CHECK-NOT:     >
