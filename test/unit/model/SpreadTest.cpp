// Percentiles are those of the sorted times: exactly while they are few, within 0.4 % beyond.
#include "model/Spread.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace autoscope::model {
namespace {

SpreadSums sumsOf(const std::vector<uint64_t> &times) {
  SpreadSums sums;
  for (uint64_t ns : times)
    sums.add(ns);
  return sums;
}

uint64_t nearestRank(std::vector<uint64_t> times, unsigned percent) {
  std::sort(times.begin(), times.end());
  return times[std::max<size_t>(1, (times.size() * percent + 99) / 100) - 1];
}

double deviationOf(const std::vector<uint64_t> &times) {
  long double sum = 0, squares = 0;
  for (uint64_t ns : times)
    sum += ns;
  long double mean = sum / times.size();
  for (uint64_t ns : times)
    squares += (ns - mean) * (ns - mean);
  return static_cast<double>(std::sqrt(squares / times.size()));
}

// Each within `share` of what sorting gives.
void expectSpread(const Spread &spread, const std::vector<uint64_t> &times, double share) {
  EXPECT_EQ(spread.leastNs, *std::min_element(times.begin(), times.end()));
  EXPECT_EQ(spread.mostNs, *std::max_element(times.begin(), times.end()));
  for (auto [percent, found] : {std::pair(50u, spread.p50Ns), {90u, spread.p90Ns}, {99u, spread.p99Ns}}) {
    double exact = static_cast<double>(nearestRank(times, percent));
    EXPECT_NEAR(static_cast<double>(found), exact, exact * share) << "p" << percent << " of " << times.size();
  }
  double deviation = deviationOf(times);
  EXPECT_NEAR(spread.deviationNs, deviation, deviation * 1e-9);
}

std::vector<uint64_t> randomTimes(size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::lognormal_distribution<double> distribution(8, 2.5);
  std::vector<uint64_t> times(count);
  for (uint64_t &ns : times)
    ns = static_cast<uint64_t>(distribution(random));
  return times;
}

TEST(Spread, OfNothingIsZero) {
  Spread spread = SpreadSums().finish();
  EXPECT_EQ(spread.leastNs, 0u);
  EXPECT_EQ(spread.mostNs, 0u);
  EXPECT_EQ(spread.p99Ns, 0u);
}

TEST(Spread, OfOneCallIsThatCall) {
  Spread spread = sumsOf({7}).finish();
  EXPECT_EQ(spread.leastNs, 7u);
  EXPECT_EQ(spread.p50Ns, 7u);
  EXPECT_EQ(spread.p99Ns, 7u);
  EXPECT_EQ(spread.mostNs, 7u);
  EXPECT_EQ(spread.deviationNs, 0);
}

TEST(Spread, TakesTheNearestRank) {
  Spread spread = sumsOf({10, 20, 30, 40}).finish();
  EXPECT_EQ(spread.p50Ns, 20u);
  EXPECT_EQ(spread.p90Ns, 40u);
  EXPECT_DOUBLE_EQ(spread.deviationNs, std::sqrt(125.0));
}

TEST(Spread, IsExactOfAThousandCalls) {
  for (size_t count : {2u, 99u, 100u, 101u, 1023u, 1024u}) {
    std::vector<uint64_t> times = randomTimes(count, static_cast<unsigned>(count));
    expectSpread(sumsOf(times).finish(), times, 0);
  }
}

TEST(Spread, IsWithinFourPerThousandOfMore) {
  for (size_t count : {1025u, 5000u, 200000u}) {
    std::vector<uint64_t> times = randomTimes(count, static_cast<unsigned>(count));
    expectSpread(sumsOf(times).finish(), times, 0.004);
  }
}

TEST(Spread, HoldsForTheLongestAndTheShortestTimes) {
  std::vector<uint64_t> times(3000);
  for (size_t i = 0; i < times.size(); ++i)
    times[i] = i < 1000 ? i % 3 : uint64_t{1} << 63;
  Spread spread = sumsOf(times).finish();
  EXPECT_EQ(spread.leastNs, 0u);
  EXPECT_EQ(spread.p50Ns, uint64_t{1} << 63);
  EXPECT_EQ(spread.mostNs, uint64_t{1} << 63);
}

TEST(Spread, OfSumsJoinedIsThatOfAllCalls) {
  for (auto [first, second] :
       {std::pair(10u, 20u), {1000u, 24u}, {1000u, 1000u}, {5000u, 10u}, {10u, 5000u}, {0u, 9u}}) {
    std::vector<uint64_t> times = randomTimes(first + second, first + 1);
    SpreadSums sums = sumsOf({times.begin(), times.begin() + first});
    sums.add(sumsOf({times.begin() + first, times.end()}));
    expectSpread(sums.finish(), times, first + second > SpreadSums::exactCalls ? 0.008 : 0);
  }
}

}  // namespace
}  // namespace autoscope::model
