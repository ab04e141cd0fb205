// Modules are named as their users write them.
#include "model/ModuleTree.h"

#include <gtest/gtest.h>

namespace autoscope::model {
namespace {

TEST(ModuleTree, ShortensTypes) {
  EXPECT_EQ(shortModuleType("torch::nn::Conv2dImpl"), "Conv2d");
  EXPECT_EQ(shortModuleType("ResNet"), "ResNet");
  EXPECT_EQ(shortModuleType("app::Box<std::vector<int>>"), "Box<std::vector<int>>");
  EXPECT_EQ(shortModuleType("app::BoxImpl<ns::T>"), "Box<ns::T>");
  EXPECT_EQ(shortModuleType("Impl"), "Impl");
  EXPECT_EQ(shortModuleType(""), "");
}

}  // namespace
}  // namespace autoscope::model
