// The measured cost of a scope is a plausible one, records nothing, and is unknown where scopes ask the system's clock.
#include "Recording.h"

#include "autoscope/scope.h"
#include "hot/Clock.h"
#include "hot/ScopeCost.h"

namespace autoscope::test {
namespace {

TEST(ScopeCost, IsAtLeastWhatTheScopeShowsAndLessThanAThousandTicksMore) {
  std::optional<hot::ScopeCost> cost = hot::measureScopeCost();
  ASSERT_TRUE(cost);
  EXPECT_GT(cost->outerMilliticks, 0u);
  EXPECT_LE(cost->innerMilliticks, cost->outerMilliticks);
  EXPECT_LT(cost->outerMilliticks, 1'000'000u * (underSanitizer ? 10 : 1));
}

TEST(ScopeCost, IsMeasuredBesideWhatTheThreadRecords) {
  Recording recording("beside");
  {
    AUTOSCOPE_SCOPE("around");
    EXPECT_TRUE(hot::measureScopeCost());
    AUTOSCOPE_SCOPE("behind");
  }
  Session session = recording.stop();
  EXPECT_EQ(session.profile().scopes, 2u);
  EXPECT_EQ(session.calls("around"), 1u);
  EXPECT_EQ(session.calls("behind"), 1u);
  EXPECT_EQ(session.lost(), 0u);
}

TEST(ScopeCost, IsUnknownWithAnotherClock) {
  hot::overrideClock(hot::monotonicTicks);
  std::optional<hot::ScopeCost> cost = hot::measureScopeCost();
  hot::overrideClock(nullptr);
  EXPECT_FALSE(cost);
}

}  // namespace
}  // namespace autoscope::test
