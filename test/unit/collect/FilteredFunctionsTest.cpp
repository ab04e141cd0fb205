// A function that a filter leaves out is counted once, by what its body's site says where there is one.
#include "collect/FilteredFunctions.h"

#include <deque>
#include <gtest/gtest.h>
#include <string>

namespace autoscope::collect {
namespace {

using Site = FilteredFunctions::Site;

class FilteredFunctionsTest : public testing::Test {
protected:
  const __autoscope_site &site(const std::string &flags, const std::string &name, unsigned kind) {
    texts_.push_back("A1\037module\037" + flags + "\0371\037a.cpp\037" + name + "\037" + name + "\037Layer\037");
    sites_.push_back({sizeof(__autoscope_site), 0, kind, 0, texts_.back().c_str(), nullptr, nullptr});
    return sites_.back();
  }
  const __autoscope_site &body(const std::string &name = "f") { return site("", name, __autoscope_kind_module); }
  const __autoscope_site &call(const std::string &name = "f") { return site("c", name, __autoscope_kind_module); }
  const __autoscope_site &function() { return site("", "f", __autoscope_kind_function); }

  FilteredFunctions filtered_;

private:
  std::deque<std::string> texts_;
  std::deque<__autoscope_site> sites_;
};

TEST_F(FilteredFunctionsTest, CallsOfAMethodCountOnce) {
  EXPECT_TRUE(filtered_.add(call(), Site::LeftOut));
  EXPECT_FALSE(filtered_.add(call(), Site::LeftOut));
  EXPECT_FALSE(filtered_.add(body(), Site::LeftOut));
  EXPECT_EQ(filtered_.count(), 1u);
  EXPECT_TRUE(filtered_.add(call("g"), Site::LeftOut));
  EXPECT_EQ(filtered_.count(), 2u);
}

TEST_F(FilteredFunctionsTest, TheBodyDecides) {
  filtered_.add(call(), Site::LeftOut);
  EXPECT_TRUE(filtered_.add(body(), Site::Recorded));
  EXPECT_EQ(filtered_.count(), 0u);
  EXPECT_FALSE(filtered_.add(call(), Site::LeftOut));
  EXPECT_FALSE(filtered_.add(call("g"), Site::Recorded));
  EXPECT_TRUE(filtered_.add(body("g"), Site::LeftOut));
  EXPECT_FALSE(filtered_.add(call("g"), Site::Recorded));
  EXPECT_EQ(filtered_.count(), 1u);
}

TEST_F(FilteredFunctionsTest, FunctionsCountBySite) {
  filtered_.add(function(), Site::LeftOut);
  filtered_.add(function(), Site::LeftOut);
  filtered_.add(function(), Site::Recorded);
  EXPECT_EQ(filtered_.count(), 2u);
}

TEST_F(FilteredFunctionsTest, BeyondItsRoomEachSiteCounts) {
  for (int i = 0; i < 3000; ++i) {
    filtered_.add(body(std::to_string(i)), Site::LeftOut);
    if (i < 500)
      filtered_.add(call(std::to_string(i)), Site::LeftOut);
  }
  EXPECT_EQ(filtered_.count(), 3000u);
}

}  // namespace
}  // namespace autoscope::collect
