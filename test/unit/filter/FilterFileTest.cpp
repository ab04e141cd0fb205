// A filter file is rules in order, with comments; an error names its line.
#include "filter/FilterFile.h"

#include <gtest/gtest.h>

namespace {

using autoscope::filter::FilterRule;
using autoscope::filter::parseFilterFile;

TEST(FilterFile, ReadsRulesInOrder) {
  std::vector<FilterRule> rules;
  std::string why;
  ASSERT_TRUE(parseFilterFile("# comment\n\n  include a::*\t\r\nexclude file:src/*\ninclude b", rules, why)) << why;
  ASSERT_EQ(rules.size(), 3u);
  EXPECT_EQ(rules[0].action, FilterRule::Action::Include);
  EXPECT_EQ(rules[0].subject, FilterRule::Subject::Function);
  EXPECT_EQ(rules[0].glob.pattern(), "a::*");
  EXPECT_EQ(rules[1].action, FilterRule::Action::Exclude);
  EXPECT_EQ(rules[1].subject, FilterRule::Subject::File);
  EXPECT_EQ(rules[1].glob.pattern(), "src/*");
  EXPECT_EQ(rules[2].glob.pattern(), "b");
}

TEST(FilterFile, NamesTheLineOfAnError) {
  for (const char *text : {"include a\ninclud b\n", "include a\ninclude\n", "include a\nexclude x[\n"}) {
    std::vector<FilterRule> rules;
    std::string why;
    EXPECT_FALSE(parseFilterFile(text, rules, why)) << text;
    EXPECT_EQ(why.rfind("line 2: ", 0), 0u) << why;
  }
}

TEST(FilterFile, QuotesNoMoreThanALineOfPrintableText) {
  const std::string binary = std::string("\x7f\x45LF\0\x02\x1b[31m", 10) + std::string(5000, '\xff');
  for (const std::string &text : {binary, "include [" + binary}) {
    std::vector<FilterRule> rules;
    std::string why;
    ASSERT_FALSE(parseFilterFile(text, rules, why));
    EXPECT_LT(why.size(), 200u) << why;
    for (char c : why)
      EXPECT_TRUE(c >= ' ' && c <= '~') << int(c);
  }
}

}  // namespace
