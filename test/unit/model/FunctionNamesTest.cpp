// Names come apart into class, function, template arguments and parameters, and are known in every shorter form.
#include "model/FunctionNames.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace autoscope::model {
namespace {

TEST(FunctionNames, AreSplit) {
  auto split = [](const char *name) {
    auto [ofClass, function] = splitQualifiedName(name);
    return std::string(ofClass) + " | " + std::string(function);
  };
  EXPECT_EQ(split("f"), " | f");
  EXPECT_EQ(split("a::B::f"), "a::B | f");
  EXPECT_EQ(split("a::Box<b::C, (d::E)0>::f<g::H>"), "a::Box<b::C, (d::E)0> | f<g::H>");
  EXPECT_EQ(split("B::operator()"), "B | operator()");
  EXPECT_EQ(split("B::operator<"), "B | operator<");
  EXPECT_EQ(split("B::operator->"), "B | operator->");
  EXPECT_EQ(split("B::operator std::string"), "B | operator std::string");
  EXPECT_EQ(split("operators::f"), "operators | f");
  EXPECT_EQ(split("(anonymous a.cpp)::S::f"), "(anonymous a.cpp)::S | f");
  EXPECT_EQ(split(""), " | ");
  EXPECT_EQ(split("a::"), "a | ");
  EXPECT_EQ(split("::f"), " | f");
}

TEST(FunctionNames, LoseTheirTemplateArguments) {
  auto plain = [](const char *name) { return std::string(withoutTemplateArguments(name)); };
  EXPECT_EQ(plain("f"), "f");
  EXPECT_EQ(plain("forward<at::Tensor, at::Tensor &>"), "forward");
  EXPECT_EQ(plain("f<(3 > 2), std::array<int, 2>>"), "f");
  EXPECT_EQ(plain("f<&A::operator->>"), "f");
  EXPECT_EQ(plain("operator()<int>"), "operator()");
  EXPECT_EQ(plain("operator<<int>"), "operator<");
  EXPECT_EQ(plain("operator<<<int>"), "operator<<");
  EXPECT_EQ(plain("operator-><std::array<int, (3 > 2)>>"), "operator->");
  EXPECT_EQ(plain("operator<=><int>"), "operator<=>");
  for (const char *whole : {"operator<", "operator<<", "operator<=>", "operator>", "operator>>", "operator->",
                            "operator>=", "operator std::vector<int>", "<lambda>", ""})
    EXPECT_EQ(plain(whole), whole);
  EXPECT_EQ(plain("operators<int>"), "operators");
}

bool isSpelling(const char *name, const char *qualified, std::string_view wanted, const char *flags = "") {
  record::SiteText site;
  site.name = name;
  site.qualifiedName = qualified;
  site.flags = flags;
  std::vector<std::string> all = spellingsOf(site);
  return std::find(all.begin(), all.end(), withoutBlanks(wanted)) != all.end();
}

TEST(FunctionNames, AreKnownInEveryForm) {
  const char *name = "mynet::train_step(mynet::Net &, torch::optim::Optimizer &, unsigned int)";
  for (const char *form :
       {"train_step", "mynet::train_step", name, "train_step(mynet::Net &, torch::optim::Optimizer &, unsigned int)",
        "train_step(Net &, Optimizer &, unsigned int)", "mynet::train_step(Net&,Optimizer&,unsigned int)"})
    EXPECT_TRUE(isSpelling(name, "mynet::train_step", form)) << form;
  for (const char *other : {"step", "train_step(Net &)", "net::train_step", "::train_step", "train_step(unsigned int)",
                            "", "train_step(Net &, Optimizer &, unsignedint)"})
    EXPECT_FALSE(isSpelling(name, "mynet::train_step", other)) << other;
}

TEST(FunctionNames, OfMethodsAndTemplatesToo) {
  const char *name = "a::Box<b::C>::get<int>(const b::C &, std::vector<b::C>)", *qualified = "a::Box<b::C>::get<int>";
  for (const char *form :
       {"get", "Box::get", "a::Box::get", "get<int>", "Box<b::C>::get<int>", "a::Box<b::C>::get<int>",
        "Box::get(const C &, vector<C>)", "get(const b::C &, std::vector<b::C>)"})
    EXPECT_TRUE(isSpelling(name, qualified, form)) << form;
  EXPECT_FALSE(isSpelling(name, qualified, "Box"));
  EXPECT_TRUE(isSpelling("S::operator()(int)", "S::operator()", "operator()"));
  EXPECT_TRUE(isSpelling("S::operator()(int)", "S::operator()", "S::operator()(int)"));
  // What tables say and the unit's own name differ in front only.
  EXPECT_TRUE(isSpelling("(anonymous namespace)::f(int)", "(anonymous a.cpp)::f", "f(int)"));
}

TEST(FunctionNames, ThatUsersGaveAreTakenAsTheyAre) {
  EXPECT_TRUE(isSpelling("epoch", "main", "epoch", "n"));
  EXPECT_FALSE(isSpelling("epoch", "main", "main", "n"));
  EXPECT_TRUE(isSpelling("f", "", "f"));
}

}  // namespace
}  // namespace autoscope::model
