// Two profiles row by row: what changed, and what counts as grown.
#include "report/DiffReport.h"

#include <gtest/gtest.h>

namespace autoscope::report {
namespace {

using model::Average;

Average row(const std::string &key, uint64_t selfNs, uint64_t count = 1) {
  Average row;
  row.key = key;
  row.count = count;
  row.cpuNs = row.selfCpuNs = selfNs;
  return row;
}

std::vector<std::string> grownOf(const std::vector<Average> &before, const std::vector<Average> &after,
                                 double threshold) {
  DiffOptions options;
  options.threshold = threshold;
  return diffOf(before, after, options).grown;
}

TEST(DiffReport, ShowsBothSidesAndWhatIsNewOrGone) {
  std::vector<Average> before = {row("same", 5000, 2), row("slower", 10'000), row("gone", 1000)};
  std::vector<Average> after = {row("new", 2'000'000, 7), row("slower", 15'000), row("same", 5000, 3)};
  EXPECT_EQ(diffOf(before, after).text,
            "----------  ------------  ------------  ------------  ------------  ------------  ------------  \n"
            "      Name        Before         After        Change      Change %  Calls before   Calls after  \n"
            "----------  ------------  ------------  ------------  ------------  ------------  ------------  \n"
            "       new             -       2.000ms      +2.000ms           new             -             7  \n"
            "    slower      10.000us      15.000us      +5.000us       +50.00%             1             1  \n"
            "      gone       1.000us             -      -1.000us          gone             1             -  \n"
            "      same       5.000us       5.000us       0.000us        +0.00%             2             3  \n"
            "----------  ------------  ------------  ------------  ------------  ------------  ------------  \n"
            "Total of self_cpu_time_total: 16.000us before, 2.020ms after, +12525.00%\n");
}

TEST(DiffReport, JudgesTheTotalAndRowsThatBothHave) {
  std::vector<Average> before = {row("a", 1000), row("b", 1000)};
  EXPECT_EQ(grownOf(before, before, 0), std::vector<std::string>{});
  EXPECT_EQ(grownOf(before, {row("a", 1100), row("b", 900)}, 0.1), std::vector<std::string>{});
  EXPECT_EQ(grownOf(before, {row("a", 1101), row("b", 899)}, 0.1), std::vector<std::string>{"a"});
  EXPECT_EQ(grownOf(before, {row("a", 1000), row("b", 1300)}, 0.1), (std::vector<std::string>{"total", "b"}));
  // Moved to another function: no growth. A new one that adds up: the total.
  EXPECT_EQ(grownOf(before, {row("a", 1000), row("c", 1000)}, 0.1), std::vector<std::string>{});
  EXPECT_EQ(grownOf(before, {row("a", 1000), row("b", 1000), row("c", 1000)}, 0.1), std::vector<std::string>{"total"});
}

TEST(DiffReport, DoesNotJudgeRowsThatHoldNextToNothing) {
  std::vector<Average> before = {row("big", 100'000), row("small", 10)},
                       after = {row("big", 100'000), row("small", 900)};
  EXPECT_EQ(grownOf(before, after, 0.1), std::vector<std::string>{});
  DiffOptions options;
  options.threshold = 0.1;
  options.leastShare = 0;
  Diff diff = diffOf(before, after, options);
  EXPECT_EQ(diff.grown, std::vector<std::string>{"small"});
  EXPECT_NE(diff.text.find("Grew by more than 10.00%:\n  small: 0.010us -> 0.900us (+8900.00%)\n"), std::string::npos)
      << diff.text;
  options.leastShare = 0.01;
  EXPECT_NE(diffOf(before, after, options).text.find("\nNothing grew by more than 10.00%\n"), std::string::npos);
}

// No percentage of 0 is anything, so any amount is more.
TEST(DiffReport, CountsGrowthFromZero) {
  std::vector<Average> before = {row("a", 0), row("b", 1000)}, after = {row("a", 500), row("b", 1000)};
  EXPECT_EQ(grownOf(before, after, 10), std::vector<std::string>{"a"});
  EXPECT_EQ(grownOf({row("a", 0)}, {row("a", 500)}, 0.1), (std::vector<std::string>{"total", "a"}));
  EXPECT_EQ(grownOf({row("a", 0)}, {row("a", 0)}, 0), std::vector<std::string>{});
  std::string text = diffOf(before, after).text;
  EXPECT_NE(text.find("       a       0.000us       0.500us      +0.500us        from 0"), std::string::npos) << text;
}

TEST(DiffReport, CountsGrowthOfWhatIsNegativeByItsAmount) {
  auto freed = [](const std::string &key, int64_t bytes) {
    Average row;
    row.key = key;
    row.count = 1;
    row.selfCpuMemory = bytes;
    return row;
  };
  DiffOptions options;
  options.metric = "self_cpu_memory_usage";
  options.threshold = 0.1;
  auto grown = [&](int64_t before, int64_t after) {
    return diffOf({freed("a", before)}, {freed("a", after)}, options).grown.size();
  };
  EXPECT_EQ(grown(-1000, -500), 2u);
  EXPECT_EQ(grown(-1000, 500), 2u);
  EXPECT_EQ(grown(-1000, -900), 0u);
  EXPECT_EQ(grown(-1000, -2000), 0u);
  // What cancels in the sum is not next to nothing.
  std::vector<Average> before = {freed("a", 1000'000), freed("b", -1000'000), freed("c", 1)};
  std::vector<Average> after = {freed("a", 1000'000), freed("b", -1000'000), freed("c", 1000)};
  EXPECT_EQ(diffOf(before, after, options).grown, std::vector<std::string>{"total"});
}

TEST(DiffReport, RefusesWhatWasNotRecorded) {
  Average with = row("a", 1000), without = row("a", 1000);
  with.flops = 8, with.cpuMemory = 0;
  DiffOptions options;
  options.beforeName = "before", options.afterName = "after";
  auto errorOf = [&](const char *metric, const Average &first, const Average &second) {
    options.metric = metric;
    Diff diff = diffOf({first}, {second}, options);
    EXPECT_EQ(diff.text.empty(), !diff.error.empty());
    return diff.error;
  };
  EXPECT_EQ(errorOf("flops", without, with), "before has no flops: it was not recorded");
  EXPECT_EQ(errorOf("flops", with, without), "after has no flops: it was not recorded");
  EXPECT_EQ(errorOf("flops", with, with), "");
  EXPECT_EQ(errorOf("cpu_memory_usage", with, without), "after has no cpu_memory_usage: it was not recorded");
  EXPECT_EQ(errorOf("cuda_time_total", with, with), "before has no device_time_total: it was not recorded");
  EXPECT_EQ(errorOf("count", with, without), "");
}

TEST(DiffReport, JudgesNothingWhereNoRowIsInBoth) {
  DiffOptions options;
  options.beforeName = "before", options.afterName = "after";
  EXPECT_EQ(diffOf({row("a", 1)}, {row("b", 1)}, options).error, "");
  options.threshold = 0.1;
  Diff diff = diffOf({row("a", 1)}, {row("b", 1)}, options);
  EXPECT_EQ(diff.error, "before and after have no row in common: there is nothing to judge");
}

TEST(DiffReport, TellsRowsApartByAllTheirText) {
  Average one = row("a", 1000), two = row("a", 2000), three = row("a", 3000);
  one.shapes = "[[1]]";
  two.module = "net.0";
  three.stack = {"f.cpp(1): f"};
  DiffOptions options;
  options.order = DiffOrder::Name;
  std::string text = diffOf({one, two, three}, {three, two, one}, options).text;
  EXPECT_NE(text.find("    a < f.cpp(1): f       3.000us       3.000us       0.000us        +0.00%"), std::string::npos)
      << text;
  EXPECT_NE(text.find("            a [[1]]       1.000us       1.000us"), std::string::npos) << text;
  EXPECT_NE(text.find("         a in net.0       2.000us       2.000us"), std::string::npos) << text;
}

TEST(DiffReport, ComparesOtherMetricsInTheirUnits) {
  Average before = row("a", 1000, 4), after = row("a", 1000, 5);
  before.selfCpuMemory = 1024, after.selfCpuMemory = 512;
  before.spread.p99Ns = 1000, after.spread.p99Ns = 2000;
  DiffOptions options;
  options.metric = "count";
  EXPECT_NE(diffOf({before}, {after}, options).text.find("Total of count: 4 before, 5 after, +25.00%\n"),
            std::string::npos);
  options.metric = "self_cpu_memory_usage";
  EXPECT_NE(diffOf({before}, {after}, options).text.find("     1.00 KB         512 B        -512 B       -50.00%"),
            std::string::npos);
  options.metric = "p99";
  options.threshold = 0.5;
  Diff diff = diffOf({before}, {after}, options);
  EXPECT_EQ(diff.text.find("Total"), std::string::npos) << "percentiles do not add up";
  EXPECT_EQ(diff.grown, std::vector<std::string>{"a"});
  options.metric = "cpu_time";
  EXPECT_NE(diffOf({before}, {after}, options).text.find("     0.250us       0.200us      -0.050us       -20.00%"),
            std::string::npos);
  options.metric = "key";
  EXPECT_NE(diffOf({before}, {after}, options).error.find("unknown metric 'key'; valid ones are cpu_time, "),
            std::string::npos);
}

TEST(DiffReport, SortsAndLimits) {
  std::vector<Average> before = {row("b", 3000), row("a", 1000), row("c", 2000)};
  std::vector<Average> after = {row("b", 3000), row("a", 9000), row("c", 100)};
  auto first = [&](DiffOrder order) {
    DiffOptions options;
    options.order = order;
    options.rowLimit = 1;
    std::string text = diffOf(before, after, options).text;
    EXPECT_NE(text.find("\n2 more rows: --limit -1 shows all\n"), std::string::npos);
    for (int line = 0; line < 3; ++line)
      text.erase(0, text.find('\n') + 1);
    return text.substr(7, 1);
  };
  EXPECT_EQ(first(DiffOrder::Change), "a");
  EXPECT_EQ(first(DiffOrder::Before), "b");
  EXPECT_EQ(first(DiffOrder::After), "a");
  EXPECT_EQ(first(DiffOrder::Name), "a");
}

// What grew is no less for growing more, and never there when nothing changed.
TEST(DiffReport, AHigherThresholdNeverFindsMore) {
  std::vector<Average> before, after;
  for (uint64_t i = 1; i <= 50; ++i) {
    before.push_back(row("f" + std::to_string(i), 1000 * i));
    after.push_back(row("f" + std::to_string(i), 1000 * i + i * i * 7919 % 977));
  }
  size_t last = before.size() + 1;
  for (double threshold : {0.0, 0.01, 0.02, 0.05, 0.1, 0.5}) {
    size_t count = grownOf(before, after, threshold).size();
    EXPECT_LE(count, last);
    last = count;
    EXPECT_EQ(grownOf(after, after, threshold).size(), 0u);
  }
  EXPECT_EQ(last, 0u);
}

}  // namespace
}  // namespace autoscope::report
