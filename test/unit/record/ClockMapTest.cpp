// Ticks become nanoseconds that never step backwards and never drift from the points.
#include "record/ClockMap.h"

#include <gtest/gtest.h>

namespace autoscope::record {
namespace {

TEST(ClockMap, GoesThroughItsPoints) {
  ClockMap clock({{1000, 50'000'000, 0}, {4'001'000, 51'000'000, 0}, {8'001'000, 53'000'000, 0}});
  EXPECT_TRUE(clock.calibrated());
  EXPECT_EQ(clock.toNs(1000), 50'000'000u);
  EXPECT_EQ(clock.toNs(4'001'000), 51'000'000u);
  EXPECT_NEAR(double(clock.toNs(6'001'000)), 52e6, 1);
  EXPECT_NEAR(double(clock.toNs(12'001'000)), 55e6, 1);
  EXPECT_NEAR(double(clock.toNs(0)), 50e6 - 250, 1);
}

TEST(ClockMap, NeverStepsBackwardsAcrossPieces) {
  std::vector<ClockPoint> points;
  for (uint64_t i = 1; i < 50; ++i)
    points.push_back({i * 3'700'123, i * 1'000'003 + i % 3 * 200, 0});
  ClockMap clock(points);
  uint64_t last = 0;
  for (uint64_t ticks = 0; ticks < 200'000'000; ticks += 997) {
    uint64_t now = clock.toNs(ticks);
    ASSERT_GE(now, last) << ticks;
    last = now;
  }
}

TEST(ClockMap, KeepsNanosecondsOverAMonth) {
  uint64_t month = uint64_t{30} * 24 * 3600 * 1'000'000'000;
  ClockMap clock({{5, 7, 0}, {5 + month * 3, 7 + month, 0}});
  EXPECT_NEAR(double(clock.toNs(5 + month * 3 / 2) - 7) - double(month / 2), 0, 20);
  EXPECT_NEAR(double(clock.toNs(5 + 3000) - 7), 1000, 1);
}

TEST(ClockMap, IgnoresPointsThatStepBackwards) {
  ClockMap clock({{1'000'000, 1'000'000, 0}, {2'000'000, 500'000, 0}, {3'000'000, 3'000'000, 0}});
  EXPECT_EQ(clock.toNs(2'000'000), 2'000'000u);
}

TEST(ClockMap, CountsPiecesThatNoClockMakes) {
  std::vector<ClockPoint> points;
  for (uint64_t i = 1; i < 6; ++i)
    points.push_back({i * 30'000'000'000, i * 10'000'000'000, 0});
  EXPECT_EQ(ClockMap(points).oddPieces(), 0u);
  points[2].ticks ^= uint64_t{1} << 34;  // the piece behind it is now too steep
  EXPECT_GT(ClockMap(points).oddPieces(), 0u);
  EXPECT_EQ(ClockMap({{1000, 1000, 0}, {1000 + (uint64_t{1} << 50), 1'000'000'000, 0}}).oddPieces(), 1u);
  EXPECT_EQ(ClockMap().oddPieces(), 0u);
}

TEST(ClockMap, UsesAShortCalibrationRatherThanNone) {
  ClockMap clock({{1000, 1000, 0}, {5000, 2000, 0}});
  EXPECT_TRUE(clock.calibrated());
  EXPECT_EQ(clock.toNs(3000), 1500u);
}

TEST(ClockMap, CountsTicksAsNanosecondsWithoutCalibration) {
  EXPECT_FALSE(ClockMap().calibrated());
  EXPECT_EQ(ClockMap().toNs(77), 77u);
  ClockMap one({{100, 5000, 0}});
  EXPECT_FALSE(one.calibrated());
  EXPECT_EQ(one.toNs(150), 5050u);
}

}  // namespace
}  // namespace autoscope::record
