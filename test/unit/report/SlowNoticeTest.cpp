// Work on a large session says once that it takes a while, and of how many scopes.
#include "report/SlowNotice.h"

#include <gtest/gtest.h>
#include <vector>

namespace autoscope::report {
namespace {

using namespace std::chrono_literals;

TEST(SlowNotice, SaysOnceHowLargeTheSessionIs) {
  std::vector<std::string> said;
  SlowNotice notice("writing app.json", 0ms, [&said](const std::string &sentence) { said.push_back(sentence); });
  notice(0, 0);  // nothing is known yet
  EXPECT_TRUE(said.empty());
  SlowNotice copy = notice;
  notice(400'000'000, 1'600'000'000);
  copy(800'000'000, 1'600'000'000);
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0], "writing app.json takes a while: after 0 s 25 % of about 100 million scopes are done");
}

TEST(SlowNotice, SaysNothingOfWorkThatIsSoonDone) {
  bool said = false;
  SlowNotice notice("reading app.autoscope", 1h, [&said](const std::string &) { said = true; });
  notice(1, 2);
  EXPECT_FALSE(said);
}

}  // namespace
}  // namespace autoscope::report
