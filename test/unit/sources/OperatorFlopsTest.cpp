// The FLOPs of operators are those that torch.profiler counts: its formulas, by exact name, and nothing where they do
// not hold. The numbers of ResNet18's layers are what torch 1.13 prints for them.
#include "sources/torch/OperatorFlops.h"

#include <gtest/gtest.h>
#include <vector>

namespace autoscope::torch_operators {
namespace {

struct Argument {
  enum Kind { Tensor, List, Integer, Other } kind = Other;
  std::vector<int64_t> numbers;
};

Argument tensor(std::vector<int64_t> sizes) {
  return {Argument::Tensor, std::move(sizes)};
}
Argument list(std::vector<int64_t> numbers) {
  return {Argument::List, std::move(numbers)};
}
Argument integer(int64_t number) {
  return {Argument::Integer, {number}};
}

struct Inputs {
  std::vector<Argument> arguments;

  size_t count() const { return arguments.size(); }
  bool sizes(size_t index, Sizes &sizes) const {
    const Argument &argument = arguments.at(index);
    sizes = {argument.numbers.data(), argument.numbers.size()};
    return argument.kind == Argument::Tensor;
  }
  bool pair(size_t index, int64_t (&pair)[2]) const {
    const Argument &argument = arguments.at(index);
    if (argument.kind != Argument::List || argument.numbers.size() != 2)
      return false;
    pair[0] = argument.numbers[0];
    pair[1] = argument.numbers[1];
    return true;
  }
  bool integer(size_t index, int64_t &value) const {
    const Argument &argument = arguments.at(index);
    value = argument.numbers.empty() ? 0 : argument.numbers[0];
    return argument.kind == Argument::Integer;
  }
};

uint64_t flops(std::string_view name, std::vector<Argument> arguments) {
  return flopsOf(name, Inputs{std::move(arguments)});
}

std::vector<Argument> convolution(std::vector<int64_t> input, std::vector<int64_t> weight, int64_t stride,
                                  int64_t padding, int64_t dilation = 1, int64_t groups = 1) {
  return {tensor(std::move(input)), tensor(std::move(weight)), {},
          list({stride, stride}),   list({padding, padding}),  list({dilation, dilation}),
          integer(groups)};
}

TEST(OperatorFlops, Convolutions) {
  EXPECT_EQ(flops("aten::conv2d", convolution({5, 3, 224, 224}, {64, 3, 7, 7}, 2, 3)), 1180139520u);
  EXPECT_EQ(flops("aten::conv2d", convolution({5, 64, 56, 56}, {64, 64, 3, 3}, 1, 1)), 1156055040u);
  EXPECT_EQ(flops("aten::conv2d", convolution({5, 64, 56, 56}, {128, 64, 1, 1}, 2, 0)), 64225280u);
  // Dilated: (10 + 0 - 2 * 2 - 1) / 1 + 1 = 6. In groups: the input's channels count, divided by them.
  EXPECT_EQ(flops("aten::conv2d", convolution({1, 4, 10, 10}, {8, 4, 3, 3}, 1, 0, 2)), 2u * 36 * 9 * 4 * 8);
  EXPECT_EQ(flops("aten::conv2d", convolution({1, 4, 10, 10}, {8, 2, 3, 3}, 1, 1, 1, 2)), 2u * 100 * 9 * 4 * 8 / 2);
}

TEST(OperatorFlops, ConvolutionsWithoutAFormula) {
  std::vector<Argument> good = convolution({1, 4, 10, 10}, {8, 4, 3, 3}, 1, 0);
  ASSERT_NE(flops("aten::conv2d", good), 0u);
  EXPECT_EQ(flops("aten::conv2d", convolution({4, 10, 10}, {8, 4, 3, 3}, 1, 0)), 0u);
  EXPECT_EQ(flops("aten::conv2d", convolution({0, 4, 10, 10}, {8, 4, 3, 3}, 1, 0)), 0u);
  EXPECT_EQ(flops("aten::conv2d", convolution({1, 4, 2, 2}, {8, 4, 3, 3}, 1, 0)), 0u);
  EXPECT_EQ(flops("aten::conv2d", convolution({1, 4, 10, 10}, {8, 4, 3, 3}, 0, 0)), 0u);
  EXPECT_EQ(flops("aten::conv2d", convolution({1, 4, 10, 10}, {8, 4, 3, 3}, 1, 0, 1, 0)), 0u);
  for (size_t index : {0, 1, 3, 4, 5, 6}) {  // "same" for the padding, and the like
    std::vector<Argument> other = good;
    other[index].kind = Argument::Other;
    EXPECT_EQ(flops("aten::conv2d", other), 0u) << index;
  }
  good.pop_back();
  EXPECT_EQ(flops("aten::conv2d", good), 0u);
  EXPECT_EQ(flops("aten::conv2d", {}), 0u);
}

TEST(OperatorFlops, Products) {
  EXPECT_EQ(flops("aten::addmm", {tensor({1000}), tensor({5, 512}), tensor({512, 1000})}), 5120000u);
  EXPECT_EQ(flops("aten::mm", {tensor({3, 4}), tensor({4, 5})}), 2u * 3 * 4 * 5);
  EXPECT_EQ(flops("aten::bmm", {tensor({7, 3, 4}), tensor({7, 4, 5})}), 2u * 7 * 3 * 4 * 5);
  EXPECT_EQ(flops("aten::baddbmm", {tensor({7, 3, 5}), tensor({7, 3, 4}), tensor({7, 4, 5})}), 2u * 7 * 3 * 4 * 5);
  EXPECT_EQ(flops("aten::mm", {tensor({3, 0}), tensor({0, 5})}), 0u);
  EXPECT_EQ(flops("aten::bmm", {tensor({0, 3, 4}), tensor({0, 4, 5})}), 0u);
  EXPECT_EQ(flops("aten::addmm", {tensor({5}), tensor({3, 4})}), 0u);
  EXPECT_EQ(flops("aten::mm", {tensor({}), tensor({4})}), 0u);
}

// The first operand's elements, also where the second is broadcast or larger.
TEST(OperatorFlops, Elementwise) {
  EXPECT_EQ(flops("aten::mul", {tensor({2, 3}), tensor({4, 2, 3})}), 6u);
  EXPECT_EQ(flops("aten::add", {tensor({2, 3}), tensor({}), integer(1)}), 6u);
  EXPECT_EQ(flops("aten::add", {tensor({}), tensor({4})}), 1u);
  EXPECT_EQ(flops("aten::mul", {integer(2), tensor({4})}), 0u);
}

TEST(OperatorFlops, OtherNamesHaveNone) {
  std::vector<Argument> square = {tensor({4, 4}), tensor({4, 4}), tensor({4, 4})};
  for (const char *name : {"aten::mul_", "aten::add_", "aten::matmul", "aten::linear", "aten::sub", "mm", "aten::", "",
                           "custom::mm", "aten::mm.out", "aten::convolution", "autograd::mm"})
    EXPECT_EQ(flops(name, square), 0u) << name;
}

}  // namespace
}  // namespace autoscope::torch_operators
