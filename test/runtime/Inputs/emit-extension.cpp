// An extension as Python programs load it, with a scope around an operator of libtorch.
#include <ATen/ATen.h>
#include <autoscope/scope.h>

[[autoscope::scope]] __attribute__((noinline)) static double leaf(const at::Tensor &values) {
  return values.sum().item<double>();
}

extern "C" [[autoscope::scope]] double work(long count) {
  AUTOSCOPE_SCOPE("a block");
  return leaf(at::ones({count}));
}
