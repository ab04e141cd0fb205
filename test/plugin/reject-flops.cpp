// What autoscope::flops cannot count is one warning at the attribute, with a sentence; the function keeps its scope and the
// program compiles.
// RUN: %clangxx %plugin_flags -std=c++17 -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=PARSED
// RUN: %clangxx %plugin_flags -std=c++17 -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
struct Tensor {
  int size(int i) const { return i; }
  void nothing() const {}

private:
  int hidden = 1;
};
// PARSED: warning: autoscope: attribute 'autoscope::flops' is ignored: it takes an expression of the parameters
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: autoscope: attribute 'autoscope::flops' is ignored: it takes an expression of the parameters
[[autoscope::flops]] void none(int) {}
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: autoscope: attribute 'autoscope::flops' is ignored: it takes an expression of the parameters
[[autoscope::flops()]] void empty(int) {}
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: autoscope: attribute 'autoscope::flops' is ignored: it belongs on a function
struct [[autoscope::flops(1)]] Type {};
// CHECK: warning: autoscope: the FLOPs of 'unknown(int)' are not counted: 'q' is no parameter, member or constant
[[autoscope::flops(2 * q)]] void unknown(int) {}
// CHECK: warning: autoscope: the FLOPs of 'noNumber(const Tensor &)' are not counted: a part of it is no number
[[autoscope::flops(2 * t)]] void noNumber(const Tensor &t) { (void)t; }
// CHECK: warning: autoscope: the FLOPs of 'noValue(const Tensor &)' are not counted: a part of it is no number
[[autoscope::flops(t.nothing())]] void noValue(const Tensor &t) { (void)t; }
// CHECK: warning: autoscope: the FLOPs of 'isPrivate(const Tensor &)' are not counted: it cannot be computed
[[autoscope::flops(t.hidden)]] void isPrivate(const Tensor &t) { (void)t; }
// CHECK: warning: autoscope: the FLOPs of 'wrongCall(const Tensor &)' are not counted: a function cannot be called so
[[autoscope::flops(t.size())]] void wrongCall(const Tensor &t) { (void)t; }
// CHECK: warning: autoscope: the FLOPs of 'operators(int)' are not counted: '<' is not understood here
[[autoscope::flops(n < 3)]] void operators(int n) { (void)n; }
// CHECK: warning: autoscope: the FLOPs of 'unfinished(int)' are not counted: something is missing at its end
[[autoscope::flops(n *)]] void unfinished(int n) { (void)n; }
// CHECK: warning: autoscope: the FLOPs of 'modulo(double)' are not counted: '%' wants integers
[[autoscope::flops(x % 2)]] void modulo(double x) { (void)x; }
// CHECK: warning: autoscope: the FLOPs of 'calling(int)' are not counted: only functions of an object can be called
[[autoscope::flops(n(2))]] void calling(int n) { (void)n; }
// CHECK: warning: autoscope: the FLOPs of 'folded(int)' are not counted: a constexpr function cannot say its FLOPs
[[autoscope::flops(n)]] constexpr int folded(int n) { return n; }
static_assert(folded(3) == 3);
int use() { return folded(use()); }
