// The floating-point operations of an operator, by the formulas of torch.profiler's with_flops.
//
// Only the operators that torch has a formula for, by their exact name: whatever else they call is counted by them, and
// has none. What the formula does not cover (a three-dimensional input, padding by name) has none either: nothing is
// guessed. Pure functions of what `Inputs` tells, for any thread:
//
//   size_t count()                             arguments of the call
//   bool sizes(size_t index, Sizes &)          is the argument a tensor, and of which sizes
//   bool pair(size_t index, int64_t (&)[2])    is it a list of two integers
//   bool integer(size_t index, int64_t &)      is it one
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace autoscope::torch_operators {

struct Sizes {
  const int64_t *first = nullptr;
  size_t count = 0;

  int64_t operator[](size_t index) const { return first[index]; }
  int64_t back() const { return first[count - 1]; }
  uint64_t elements() const {
    uint64_t product = 1;
    for (size_t i = 0; i < count; ++i)
      product *= static_cast<uint64_t>(first[i]);
    return product;
  }
};

enum class Formula { None, Convolution2d, Product, BatchProduct, Elementwise };

struct FormulaOf {
  Formula formula = Formula::None;
  size_t first = 0;  // the argument that it begins with
};

inline FormulaOf formulaOf(std::string_view name) {
  constexpr std::string_view prefix = "aten::";
  if (name.size() > 13 || name.substr(0, prefix.size()) != prefix)
    return {};
  name.remove_prefix(prefix.size());
  if (name == "conv2d")
    return {Formula::Convolution2d, 0};
  if (name == "mm")
    return {Formula::Product, 0};
  if (name == "addmm")
    return {Formula::Product, 1};
  if (name == "bmm")
    return {Formula::BatchProduct, 0};
  if (name == "baddbmm")
    return {Formula::BatchProduct, 1};
  if (name == "mul" || name == "add")
    return {Formula::Elementwise, 0};
  return {};
}

// input, weight, bias, stride, padding, dilation, groups.
template <class Inputs> uint64_t flopsOfConvolution2d(const Inputs &inputs) {
  Sizes input, weight;
  int64_t stride[2], padding[2], dilation[2], groups;
  if (inputs.count() < 7 || !inputs.sizes(0, input) || !inputs.sizes(1, weight) || !inputs.pair(3, stride) ||
      !inputs.pair(4, padding) || !inputs.pair(5, dilation) || !inputs.integer(6, groups))
    return 0;
  if (input.count != 4 || weight.count != 4 || groups <= 0)
    return 0;
  uint64_t flops = 2;
  for (int64_t factor : {input[0], input[1], weight[0], weight[2], weight[3]})
    flops *= static_cast<uint64_t>(factor);
  for (size_t i = 0; i < 2; ++i) {
    int64_t room = input[2 + i] + 2 * padding[i] - dilation[i] * (weight[2 + i] - 1) - 1;
    if (stride[i] <= 0 || room < 0)
      return 0;  // torch runs no such convolution
    flops *= static_cast<uint64_t>(room / stride[i] + 1);
  }
  return flops / static_cast<uint64_t>(groups);
}

template <class Inputs> uint64_t flopsOfProduct(const Inputs &inputs, const FormulaOf &of) {
  Sizes left, right;
  if (inputs.count() < of.first + 2 || !inputs.sizes(of.first, left) || !inputs.sizes(of.first + 1, right))
    return 0;
  if (left.count == 0 || left.elements() == 0)
    return 0;
  uint64_t rows = left.elements() / static_cast<uint64_t>(left.back());
  if (of.formula == Formula::BatchProduct)
    rows /= static_cast<uint64_t>(left[0]);
  return 2 * rows * right.elements();
}

template <class Inputs> uint64_t flopsOf(std::string_view name, const Inputs &inputs) {
  FormulaOf of = formulaOf(name);
  Sizes operand;
  switch (of.formula) {
  case Formula::Convolution2d:
    return flopsOfConvolution2d(inputs);
  case Formula::Product:
  case Formula::BatchProduct:
    return flopsOfProduct(inputs, of);
  case Formula::Elementwise:
    return inputs.count() > 0 && inputs.sizes(0, operand) ? operand.elements() : 0;
  case Formula::None:
    break;
  }
  return 0;
}

}  // namespace autoscope::torch_operators
