// A filter file chooses among sites, says what is wrong with it, and stays what it was then.
#include "filter/SiteFilter.h"

#include <gtest/gtest.h>

#include <fstream>

namespace {

using autoscope::filter::SiteFilter;

std::string fileOf(const std::string &text) {
  std::string path = testing::TempDir() + "/site.filter";
  std::ofstream(path) << text;
  return path;
}

bool admits(const SiteFilter &filter, const char *name) {
  std::string display = std::string(name) + "()";
  return filter.admits({name, display, "/home/me/src/a.cpp"});
}

TEST(SiteFilter, AdmitsEverythingWithoutRules) {
  EXPECT_TRUE(admits({}, "f"));
  SiteFilter filter;
  EXPECT_EQ(filter.read(fileOf("# nothing\n")), "");
  EXPECT_TRUE(admits(filter, "f"));
}

TEST(SiteFilter, AListOfExcludesKeepsTheRest) {
  SiteFilter filter;
  ASSERT_EQ(filter.read(fileOf("exclude a::*\ninclude a::good\n")), "");
  EXPECT_TRUE(admits(filter, "f"));
  EXPECT_FALSE(admits(filter, "a::f"));
  EXPECT_TRUE(admits(filter, "a::good"));
}

TEST(SiteFilter, AListOfIncludesKeepsNothingElse) {
  SiteFilter filter;
  ASSERT_EQ(filter.read(fileOf("include file:src/*\nexclude *get()\n")), "");
  EXPECT_TRUE(admits(filter, "f"));
  EXPECT_FALSE(admits(filter, "get"));
  ASSERT_EQ(filter.read(fileOf("include file:lib/*\ninclude g\n")), "");
  EXPECT_FALSE(admits(filter, "f"));
  EXPECT_TRUE(admits(filter, "g"));
}

TEST(SiteFilter, KnowsTheRulesThatMatchedNothing) {
  SiteFilter filter;
  ASSERT_EQ(filter.read(fileOf("exclude f\nexclude none*\ninclude file:none.cpp\ninclude f\n")), "");
  EXPECT_EQ(filter.unmatched().size(), 4u);
  EXPECT_TRUE(admits(filter, "f"));
  EXPECT_EQ(filter.unmatched(), (std::vector<std::string>{"exclude none*", "include file:none.cpp"}));
}

TEST(SiteFilter, SaysWhatIsWrongAndStaysAsItWas) {
  SiteFilter filter;
  ASSERT_EQ(filter.read(fileOf("exclude f\n")), "");
  EXPECT_NE(filter.read(fileOf("exclude g\nremove f\n")).find("site.filter, line 2: expected"), std::string::npos);
  EXPECT_FALSE(admits(filter, "f"));
  EXPECT_TRUE(admits(filter, "g"));
  EXPECT_EQ(filter.read("/none/such"), "filter file /none/such cannot be read: No such file or directory");
  EXPECT_EQ(filter.read("/tmp"), "filter file /tmp cannot be read: Is a directory");
}

}  // namespace
