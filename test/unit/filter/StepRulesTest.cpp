// Which functions are steps, and which bracket a profile, by either of their names.
#include "filter/StepRules.h"

#include <gtest/gtest.h>

namespace autoscope::filter {
namespace {

TEST(StepRules, EitherNameMatches) {
  StepRules rules;
  EXPECT_TRUE(rules.empty());
  EXPECT_EQ(rules.ruleFor("train", "train()"), 0u);
  ASSERT_EQ(rules.read("*::step", "train(int)"), "");
  EXPECT_TRUE(rules.hasStep());
  EXPECT_TRUE(rules.hasWithin());
  EXPECT_EQ(rules.ruleFor("app::step", "app::step(int)"), StepRules::step);
  EXPECT_EQ(rules.ruleFor("train", "train(int)"), StepRules::within);
  EXPECT_EQ(rules.ruleFor("train", "train(long)"), 0u);
  EXPECT_EQ(rules.ruleFor("step", "step(int)"), 0u);
}

TEST(StepRules, OneThatIsBothBrackets) {
  StepRules rules;
  ASSERT_EQ(rules.read("train", "tr*"), "");
  EXPECT_EQ(rules.ruleFor("train", "train()"), StepRules::within);
}

TEST(StepRules, ABadGlobNamesItsVariableAndChangesNothing) {
  StepRules rules;
  ASSERT_EQ(rules.read("step", ""), "");
  EXPECT_EQ(rules.read("step[", "").find("AUTOSCOPE_STEP_FUNCTION=step[: "), 0u);
  EXPECT_EQ(rules.read("", "a[").find("AUTOSCOPE_WITHIN=a[: "), 0u);
  EXPECT_EQ(rules.ruleFor("step", "step()"), StepRules::step);
}

}  // namespace
}  // namespace autoscope::filter
