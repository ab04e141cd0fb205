// The scopes that callers enter are in the row of the body's, and are never taken for another function of its name.
#include "model/Profile.h"

#include "SessionScript.h"

#include <gtest/gtest.h>

namespace autoscope::model {
namespace {

using test::SessionScript;
using test::siteText;

// Name and calls of each row, of one call of each site.
std::vector<std::pair<std::string, uint64_t>> rowsOf(const std::vector<std::string> &sites) {
  SessionScript script;
  uint64_t at = 2000;
  for (const std::string &site : sites)
    script.thread(1).scope(script.site(site), at, at + 10), at += 20;
  std::vector<std::pair<std::string, uint64_t>> rows;
  for (const Row &row : buildProfile(*script.open()).rows)
    rows.emplace_back(row.name, row.calls);
  return rows;
}
using Rows = std::vector<std::pair<std::string, uint64_t>>;

TEST(RowIndex, CallsAreInTheRowOfTheBody) {
  EXPECT_EQ(rowsOf({siteText("Net::forward(int)", "net.h", 3, "c", "Net"), siteText("other()", "a.cpp", 1),
                    siteText("Net::forward(int)", "net.cpp", 9, "", "Net"),
                    siteText("Net::forward(int)", "net.h", 3, "c", "Net")}),
            (Rows{{"Net::forward(int)", 3}, {"other()", 1}}));
}

TEST(RowIndex, CallsWithoutABodyAreARowOfTheirOwn) {
  EXPECT_EQ(rowsOf({siteText("Net::forward(int)", "net.h", 3, "c", "Net"),
                    siteText("Net::forward(int)", "net.h", 3, "c", "Net")}),
            (Rows{{"Net::forward(int)", 2}}));
}

TEST(RowIndex, CallsOfOneOfSeveralBodiesStayApart) {
  EXPECT_EQ(rowsOf({siteText("Net::forward(int)", "net.h", 3, "c", "Net"),
                    siteText("Net::forward(int)", "a.cpp", 9, "", "Net"),
                    siteText("Net::forward(int)", "b.cpp", 9, "", "Net")}),
            (Rows{{"Net::forward(int) [net.h:3]", 1},
                  {"Net::forward(int) [a.cpp:9]", 1},
                  {"Net::forward(int) [b.cpp:9]", 1}}));
  EXPECT_EQ(rowsOf({siteText("Net::forward(int)", "net.h", 3, "c", "one::Net"),
                    siteText("Net::forward(int)", "a.cpp", 9, "", "two::Net")}),
            (Rows{{"Net::forward(int) [net.h:3]", 1}, {"Net::forward(int) [a.cpp:9]", 1}}));
}

}  // namespace
}  // namespace autoscope::model
