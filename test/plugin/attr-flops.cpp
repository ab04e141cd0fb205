// autoscope::flops gives a function a scope and says its FLOPs, in terms of its parameters: of templates, members,
// constructors, through a macro, and whatever parameters are called in the definition.
// The expression is computed in double, integers divide as in C++, and only while FLOPs are recorded.
// RUN: %tracexx -std=c++17 -Wall -Wextra -Werror -I %build/include %s %stub -o %t && AUTOSCOPE_STUB_SHAPES=1 %t | FileCheck %s
// RUN: %tracexx -std=c++17 -O2 -I %build/include %s %stub -o %t && AUTOSCOPE_STUB_SHAPES=1 %t | FileCheck %s
// RUN: %t | FileCheck %s --check-prefix=OFF
// OFF-NOT: FLOPs
#include <autoscope/attributes.h>

enum Size { small = 3 };
constexpr int channels = 16;
int calls = 0;
struct Tensor {
  long sizes[4];
  long size(int i) const {
    ++calls;
    return sizes[i];
  }
  const Tensor *operator->() const { return this; }
};

[[autoscope::flops(2.0 * m * n * k)]] int multiply(int m, int n, int k) { return m + n + k; }
// CHECK: > multiply(int, int, int)
// CHECK-NEXT: : 137438953472 FLOPs of multiply
[[autoscope::flops(2 * m * n * k)]] int big(int m, int n, int k) { return m + n + k; }
// CHECK: : 137438953472 FLOPs of big
[[autoscope::flops((h + 2 * p - d * (k - 1) - 1) / s + 1)]] int convolved(int h, int p, int d, int k, int s) { return h + p + d + k + s; }
// CHECK: : 112 FLOPs of convolved
[[autoscope::flops(-(-7) % 4 * 10 + 7 / 2 + 7.0 / 2 + double(7) / 2 + (double)7 / 2 + static_cast<int>(x) + 0x10 + 1'000 + 1e3)]] int literals(float x) { return int(x); }
// CHECK: : 2062 FLOPs of literals
[[autoscope::flops(t.size(0) * t.sizes[1] * small * channels * t->size(0))]] int members(const Tensor &t) { return int(t.sizes[0]); }
// CHECK: : 1200 FLOPs of members
[[autoscope::flops(n / 0 + n % 0 + 1)]] int byZero(int n) { return n; }
// CHECK: : 1 FLOPs of byZero
#define COUNTED(expression) [[autoscope::flops(expression)]]
COUNTED(3 * given) int declared(int given);
int declared(int given) { return given; }
// CHECK: : 21 FLOPs of declared
template <class T> AUTOSCOPE_FUNCTION_FLOPS(2 * x) T instance(T x) { return x; }
// CHECK: : 8 FLOPs of instance<int>
// CHECK: : 5 FLOPs of instance<double>
class Layer {
  int width = 5;

public:
  [[autoscope::flops(width * this->width * n)]] int run(int n) const { return width + n; }
  Layer() = default;
  [[autoscope::flops(10 * given)]] Layer(int given) : width(given) {}
  [[autoscope::flops(n)]] static int still(int n) { return n; }
};
// CHECK: : 50 FLOPs of Layer::run
// CHECK: > Layer::Layer(int)
// CHECK-NEXT: : 70 FLOPs of Layer::Layer
// CHECK: : 4 FLOPs of Layer::still
[[autoscope::scope("named")]] [[autoscope::flops(6)]] int both() { return 1; }
// CHECK: > named
// CHECK-NEXT: : 6 FLOPs of named

int main() {
  multiply(4096, 4096, 4096);
  big(4096, 4096, 4096);
  convolved(224, 3, 1, 7, 2);
  literals(2.5f);
  members({{5, 1, 0, 0}});
  byZero(8);
  declared(7);
  instance(4);
  instance(2.5);
  Layer().run(2);
  Layer layer(7);
  Layer::still(4);
  both();
}
