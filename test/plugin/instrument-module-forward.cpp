// `forward` of a class derived from a configured base or marked as module is a module scope: overloaded, templated, virtual,
// const, inherited. An unrelated class with a `forward` is left alone, and overload resolution is as it was.
// RUN: %tracexx -std=c++17 -Wall -Wextra -Werror %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++17 -O2 %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++17 %arg-bases=mine::Base %s %stub -o %t && %t | FileCheck --check-prefix=BASES %s
#include <type_traits>

namespace torch::nn {
struct Module {
  virtual ~Module() = default;
};
} // namespace torch::nn
namespace mine {
struct Base {};
struct Layer : Base {
  int forward(int x) { return x; }
};
} // namespace mine
struct First {
  virtual ~First() = default;
  int padding = 0;
};
struct Block : First, torch::nn::Module {
  int forward(int x) { return x; }
  int forward(int x, int y) const { return x + y; }
  template <class T> T forward(T *x) { return *x; }
  static int forward() { return 0; }
  int backward(int x) { return x; }
};
struct Deep : Block {};
struct Virtual : virtual torch::nn::Module {
  virtual int forward(int x) volatile { return x; }
};
struct Override final : Virtual {
  int forward(int x) volatile override { return Virtual::forward(x) + 1; }
};
template <class Self> struct Crtp : torch::nn::Module {
  int forward(Self *) { return 1; }
};
struct UsesCrtp : Crtp<UsesCrtp> {};
struct [[autoscope::module]] Marked {
  int forward(int x) { return x; }
};
template <class T> struct [[autoscope::module]] MarkedTemplate {
  T forward(T x) { return x; }
};
struct FromMarked : Marked {
  int forward(long) { return 1; }
};
struct Left : torch::nn::Module {};
struct Right : torch::nn::Module {};
struct Ambiguous : Left, Right {
  int forward(int x) { return x; }
};
struct Unrelated {
  int forward(int x) { return x; }
};
static_assert(std::is_same_v<decltype(static_cast<int (Block::*)(int)>(&Block::forward)), int (Block::*)(int)>);

int main() {
  int value = 1;
  Block block;
  block.forward(1);
  block.forward(1, 2);
  block.forward(&value);
  Block::forward();
  block.backward(1);
  Deep().forward(1);
  Override().forward(1);
  UsesCrtp crtp;
  crtp.forward(&crtp);
  Marked().forward(1);
  MarkedTemplate<int>().forward(1);
  FromMarked().forward(1L);
  Ambiguous().forward(1);
  Unrelated().forward(1);
  mine::Layer().forward(1);
}
// CHECK:      {{^}}> Block::forward(int) [Block object base]
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Block::forward(int, int) const [Block object base]
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Block::forward<int>(int *) [Block object base]
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Block::forward(int) [Block object base]
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Override::forward(int) volatile [Override object base]
// CHECK-NEXT: {{^}}  > Virtual::forward(int) volatile [Virtual object base]
// CHECK-NEXT: {{^}}  <
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Crtp<UsesCrtp>::forward(UsesCrtp *) [Crtp<UsesCrtp> object base]
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Marked::forward(int) [Marked object no-base]
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> MarkedTemplate<int>::forward(int) [MarkedTemplate<int> object no-base]
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> FromMarked::forward(long) [FromMarked object no-base]
// CHECK-NEXT: {{^}}<
// CHECK-NEXT: {{^}}> Ambiguous::forward(int) [Ambiguous object no-base]
// CHECK-NEXT: {{^}}<
// CHECK-NOT:  >
// BASES:      {{^}}> Marked::forward(int)
// BASES:      {{^}}> mine::Layer::forward(int) [mine::Layer object base]
// BASES-NEXT: {{^}}<
// BASES-NOT:  >
