// Modules are named as their users write them.
#include "model/ModuleTree.h"

#include "SessionScript.h"

#include <gtest/gtest.h>

namespace autoscope::model {
namespace {

TEST(ModuleTree, ShortensTypes) {
  EXPECT_EQ(shortModuleType("torch::nn::Conv2dImpl", true), "Conv2d");
  EXPECT_EQ(shortModuleType("ResNet", true), "ResNet");
  EXPECT_EQ(shortModuleType("app::Box<std::vector<int>>", true), "Box<std::vector<int>>");
  EXPECT_EQ(shortModuleType("app::BoxImpl<ns::T>", true), "Box<ns::T>");
  EXPECT_EQ(shortModuleType("Impl", true), "Impl");
  EXPECT_EQ(shortModuleType("", true), "");
}

TEST(ModuleTree, ImplIsPartOfOtherNames) {
  EXPECT_EQ(shortModuleType("models::ResNetImpl", false), "ResNetImpl");
  EXPECT_EQ(shortModuleType("app::BoxImpl<ns::T>", false), "BoxImpl<ns::T>");
}

TEST(ModuleTree, AsksTheSiteWhetherItIsTorch) {
  test::SessionScript script;
  uint32_t torch = script.site(test::siteText("f", "a.cpp", 1, "t", "app::NetImpl"));
  uint32_t plain = script.site(test::siteText("g", "a.cpp", 2, "", "app::NetImpl"));
  uint32_t path = script.path(0, "net", "NetImpl");  // the recorder's word
  auto session = script.open();
  ModuleTree tree(session->names());
  EXPECT_EQ(tree.modules()[tree.nodeOf(torch, 0, 0)].type, "Net");
  EXPECT_EQ(tree.modules()[tree.nodeOf(plain, 0, 0)].type, "NetImpl");
  EXPECT_EQ(tree.modules()[tree.nodeOf(0, path, 0)].type, "NetImpl");
}

}  // namespace
}  // namespace autoscope::model
