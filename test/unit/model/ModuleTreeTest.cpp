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

// Of a damaged session.
TEST(ModuleTree, NamesWhatHasNoName) {
  test::SessionScript script;
  uint32_t root = script.path(0, "", ""), child = script.path(root, "", ""), named = script.path(root, "a", "A");
  auto session = script.open();
  ModuleTree tree(session->names());
  EXPECT_EQ(tree.modules()[tree.nodeOf(0, root, 0)].hierarchy, "?");
  EXPECT_EQ(tree.modules()[tree.nodeOf(0, child, 0)].hierarchy, "?.?");
  EXPECT_EQ(tree.modules()[tree.nodeOf(0, named, 0)].hierarchy, "?.a");
  EXPECT_EQ(tree.modules()[tree.nodeOf(0, child, 0)].parent, tree.nodeOf(0, root, 0));
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
