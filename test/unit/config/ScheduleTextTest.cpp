// The text of a schedule: torch's names, in any order, and a clause for each way to get it wrong.
#include "config/ScheduleText.h"

#include <gtest/gtest.h>

namespace autoscope::config {
namespace {

std::string refusal(std::string_view text) {
  std::string why;
  EXPECT_FALSE(parseSchedule(text, why)) << text;
  return why;
}

TEST(ScheduleText, NumbersAreTakenByName) {
  std::string why;
  std::optional<schedule> parsed =
      parseSchedule("repeat=2,wait=1, warmup=3,active=4,skip_first=5,skip_first_wait=6", why);
  ASSERT_TRUE(parsed) << why;
  const schedule_options &options = parsed->options();
  EXPECT_EQ(options.wait, 1);
  EXPECT_EQ(options.warmup, 3);
  EXPECT_EQ(options.active, 4);
  EXPECT_EQ(options.repeat, 2);
  EXPECT_EQ(options.skip_first, 5);
  EXPECT_EQ(options.skip_first_wait, 6);
}

TEST(ScheduleText, WhatIsNotNamedIsZero) {
  std::string why;
  std::optional<schedule> parsed = parseSchedule("active=2", why);
  ASSERT_TRUE(parsed) << why;
  EXPECT_EQ(parsed->options().wait, 0);
  EXPECT_EQ(parsed->options().repeat, 0);
  EXPECT_EQ((*parsed)(0), ProfilerAction::RECORD);
  EXPECT_EQ((*parsed)(1), ProfilerAction::RECORD_AND_SAVE);
}

TEST(ScheduleText, MistakesAreNamed) {
  EXPECT_EQ(refusal(""), "it lacks active=, the number of steps to record");
  EXPECT_EQ(refusal("wait=1,warmup=1"), "it lacks active=, the number of steps to record");
  EXPECT_EQ(refusal("active"), "active lacks its number of steps, as in wait=1,active=3");
  EXPECT_EQ(refusal("active=1,steps=2"),
            "'steps' is none of wait, warmup, active, repeat, skip_first and skip_first_wait");
  EXPECT_EQ(refusal("active=1,active=2"), "active comes twice");
  EXPECT_EQ(refusal("active=1.5"), "'active=1.5' has no whole number");
  EXPECT_EQ(refusal("active="), "'active=' has no whole number");
  EXPECT_EQ(refusal("active=0"), "active=0 must be at least 1 (wait=0, warmup=0, active=0, repeat=0, skip_first=0, "
                                 "skip_first_wait=0)");
  EXPECT_EQ(refusal("active=1,wait=-2").substr(0, 26), "wait=-2 must be at least 0");
  EXPECT_NE(refusal("active=99999999999999999999").find(" must be at most 1099511627776"), std::string::npos);
}

}  // namespace
}  // namespace autoscope::config
