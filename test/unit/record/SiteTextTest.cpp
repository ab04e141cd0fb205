// The text record of a site is read field by field, and only if it is one.
#include "record/SiteText.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

namespace autoscope::record {
namespace {

// `|` stands for the separator.
std::string text(std::string fields) {
  std::replace(fields.begin(), fields.end(), '|', '\x1f');
  return fields;
}

const std::string full = "A1|module|n|12|dir/a.cpp|Net::forward(int)|app::Net::forward|app::Net|x, y";

TEST(SiteText, ReadsEveryField) {
  std::string record = text(full) + '\0' + "padding";
  auto site = parseSiteText(record);
  ASSERT_TRUE(site);
  EXPECT_TRUE(site->module);
  EXPECT_TRUE(site->namedByUser());
  EXPECT_EQ(site->line, 12u);
  EXPECT_EQ(site->file, "dir/a.cpp");
  EXPECT_EQ(site->name, "Net::forward(int)");
  EXPECT_EQ(site->qualifiedName, "app::Net::forward");
  EXPECT_EQ(site->moduleType, "app::Net");
  EXPECT_EQ(site->parameters, "x, y");
}

TEST(SiteText, AcceptsFewerFieldsAndMoreFields) {
  std::string few = text("A1|function||1|a.cpp|f()"), more = text(full + "|new|newer");
  ASSERT_TRUE(parseSiteText(few));
  EXPECT_EQ(parseSiteText(few)->name, "f()");
  EXPECT_EQ(parseSiteText(few)->parameters, "");
  ASSERT_TRUE(parseSiteText(more));
  EXPECT_EQ(parseSiteText(more)->parameters, "x, y");
}

TEST(SiteText, RefusesWhatIsNoRecord) {
  for (const char *fields : {"", "A1", "hello", "A2|function||1|a|f", "A1|thing||1|a|f", "A1|function||x|a|f",
                             "A1|function||99999999999|a|f", "A1|function||1|a"})
    EXPECT_FALSE(parseSiteText(text(fields))) << fields;
}

}  // namespace
}  // namespace autoscope::record
