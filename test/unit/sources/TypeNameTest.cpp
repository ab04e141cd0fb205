// Class names as a module path shows them.
#include "sources/modules/TypeName.h"

#include <gtest/gtest.h>

namespace autoscope::modules {
namespace {

TEST(TypeName, NamespacesGo) {
  EXPECT_EQ(shortType("torch::nn::SequentialImpl", Naming::Torch), "Sequential");
  EXPECT_EQ(shortType("(anonymous namespace)::Net", Naming::Plain), "Net");
  EXPECT_EQ(shortType("Net", Naming::Plain), "Net");
}

TEST(TypeName, TemplateArgumentsStay) {
  EXPECT_EQ(shortType("a::Block<b::C<d::E>, 3>", Naming::Plain), "Block<b::C<d::E>, 3>");
}

TEST(TypeName, ImplGoesFromTorchClassesOnly) {
  EXPECT_EQ(shortType("NetImpl", Naming::Torch), "Net");
  EXPECT_EQ(shortType("a::BoxImpl<b::C>", Naming::Torch), "Box<b::C>");
  EXPECT_EQ(shortType("a::ResNetImpl", Naming::Plain), "ResNetImpl");
  EXPECT_EQ(shortType("Impl", Naming::Torch), "Impl");
}

TEST(TypeName, NothingIsStillAName) {
  EXPECT_EQ(shortType("", Naming::Plain), "module");
}

}  // namespace
}  // namespace autoscope::modules
