// A module that inherits its forward from a class that is none (CRTP, a mixin, a virtual base) has its scope at the call, with the whole
// object and its own class and members; the body's own scope, if it has one, is another function's. One scope a call: none where the call names
// the base, where the object is only known as that base, or where the body may be another class's.
// RUN: %tracexx -std=c++17 -Wall -Wextra -Werror %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++17 -O2 %s %stub -o %t && %t | FileCheck %s
// RUN: %tracexx -std=c++20 -fprofile-instr-generate -fcoverage-mapping %s %stub -o %t && env LLVM_PROFILE_FILE=%t.raw %t | FileCheck %s
// RUN: %tracexx -std=c++17 %arg-all %s %stub -o %t && %t | FileCheck --check-prefix=ALL %s
// RUN: %tracexx -std=c++17 %arg-exclude=Crtp*::forward %s %stub -o %t && %t | FileCheck --check-prefix=EXCLUDED %s
// RUN: %tracexx -std=c++17 %arg-exclude=Scaled::forward,Other::forward %s %stub -o %t && %t | FileCheck --check-prefix=EXCLUDED %s
#include <cstdio>
#include <memory>
namespace torch::nn {
struct Module {
  virtual ~Module() {}
};
} // namespace torch::nn
template <class D> struct Crtp {
  int forward(int x) { return static_cast<D *>(this)->impl(x); }
};
struct [[autoscope::module]] Scaled : Crtp<Scaled> {
  int impl(int x) { return std::printf("impl %d\n", x); }
  int both(int x) { return forward(x) + this->forward(x + 1); }
};
struct [[autoscope::module]] Other : Crtp<Other> {
  int impl(int x) { return std::printf("other %d\n", x); }
};
struct Padding {
  int first = 0;
};
struct Mixin {
  int second = 7;
  int forward(int x) const { return std::printf("mixin %d %d\n", x, second); }
  int operator()(int x) { return x; }
  [[autoscope::ignore]] int forward(int, int) { return 0; }
};
struct [[autoscope::module]] Mixed : Padding, virtual Mixin {};
struct Net : torch::nn::Module, Padding, Mixin {};
struct [[autoscope::module]] Hides : Crtp<Hides> {
  int impl(int x) { return std::printf("hides %d\n", x); }
  int forward(int x) { return Crtp<Hides>::forward(x); }
};
struct Interface {
  virtual ~Interface() {}
  virtual int forward(int x) { return std::printf("interface %d\n", x); }
};
struct [[autoscope::module]] Implementation : Interface {};
struct [[autoscope::module]] Overrides : Implementation {
  int forward(int x) override { return std::printf("overrides %d\n", x); }
};
struct Plain : Crtp<Plain> {
  int impl(int x) { return x; }
};
template <class T> struct [[autoscope::module]] Wrapper : T {};
template <class T> int call(T &&object, int x) { return object.forward(x); }
int main() {
  std::puts("crtp");
  Scaled scaled;
  scaled.forward(1);
  Scaled *pointer = &scaled;
  pointer->forward(2);
  std::make_unique<Scaled>()->forward(3);
  Scaled().forward(4);
  call(Other(), 5);
  std::puts("own");
  scaled.both(6);
  std::puts("mixin");
  const Mixed mixed;
  mixed.forward(8);
  Net net;
  net.forward(9);
  Wrapper<Mixin> wrapper;
  call(wrapper, 10);
  std::puts("virtual");
  Implementation known;
  known.forward(11);
  std::puts("one");
  Hides().forward(12);
  Overrides overrides;
  Implementation &reference = overrides;
  reference.forward(13);
  std::puts("none");
  Plain().forward(14);
  Crtp<Scaled> &base = scaled;
  base.forward(15);
  scaled.Crtp<Scaled>::forward(16);
  net.forward(1, 2);
  net(3);
}
// CHECK:      crtp
// CHECK-NEXT: {{^}}> Scaled::forward(int) [Scaled object no-base call]
// CHECK-NEXT: impl 1
// CHECK-NEXT: <
// CHECK-NEXT: {{^}}> Scaled::forward(int) [Scaled object no-base call]
// CHECK-NEXT: impl 2
// CHECK-NEXT: <
// CHECK-NEXT: {{^}}> Scaled::forward(int) [Scaled object no-base call]
// CHECK-NEXT: impl 3
// CHECK-NEXT: <
// CHECK-NEXT: {{^}}> Scaled::forward(int) [Scaled object no-base call]
// CHECK-NEXT: impl 4
// CHECK-NEXT: <
// CHECK-NEXT: {{^}}> Other::forward(int) [Other object no-base call]
// CHECK-NEXT: other 5
// CHECK-NEXT: <
// CHECK-NEXT: own
// CHECK-NEXT: {{^}}> Scaled::forward(int)
// CHECK-NEXT: impl 6
// CHECK-NEXT: <
// CHECK-NEXT: {{^}}> Scaled::forward(int)
// CHECK-NEXT: impl 7
// CHECK-NEXT: <
// CHECK-NEXT: mixin
// CHECK-NEXT: {{^}}> Mixed::forward(int) const [Mixed object no-base call]
// CHECK-NEXT: mixin 8 7
// CHECK-NEXT: <
// CHECK-NEXT: {{^}}> Net::forward(int) const [Net object base call]
// CHECK-NEXT: mixin 9 7
// CHECK-NEXT: <
// CHECK-NEXT: {{^}}> Wrapper<Mixin>::forward(int) const [Wrapper<Mixin> object no-base call]
// CHECK-NEXT: mixin 10 7
// CHECK-NEXT: <
// CHECK-NEXT: virtual
// CHECK-NEXT: {{^}}> Implementation::forward(int) [Implementation object no-base call]
// CHECK-NEXT: interface 11
// CHECK-NEXT: <
// CHECK-NEXT: one
// CHECK-NEXT: {{^}}> Hides::forward(int) [Hides object no-base]
// CHECK-NEXT: hides 12
// CHECK-NEXT: <
// CHECK-NEXT: {{^}}> Overrides::forward(int) [Overrides object no-base]
// CHECK-NEXT: overrides 13
// CHECK-NEXT: <
// CHECK-NEXT: none
// CHECK-NEXT: impl 15
// CHECK-NEXT: impl 16
// CHECK-NOT:  {{.}}
// ALL:        crtp
// ALL-NEXT:   {{^ *}}> Scaled::forward(int) [Scaled object no-base call]
// ALL-NEXT:   {{^ *}}  > Crtp<Scaled>::forward(int){{$}}
// EXCLUDED:   crtp
// EXCLUDED-NEXT: impl 1
// EXCLUDED-NEXT: impl 2
// EXCLUDED-NEXT: impl 3
// EXCLUDED-NEXT: impl 4
// EXCLUDED-NEXT: other 5
// EXCLUDED-NEXT: own
// EXCLUDED-NEXT: impl 6
// EXCLUDED-NEXT: impl 7
// EXCLUDED-NEXT: mixin
// EXCLUDED-NEXT: {{^}}> Mixed::forward(int) const [Mixed object no-base call]
