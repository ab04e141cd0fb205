// Rows that are grouped by different things are not compared, whatever they are called.
#include "report/DiffGrouping.h"

#include <gtest/gtest.h>

namespace autoscope::report {
namespace {

using model::Average;
using Rows = std::vector<Average>;

Average row(const std::string &key) {
  Average row;
  row.key = key;
  return row;
}

Average withModule(Average row) {
  row.module = "net.0";
  return row;
}

Average withStack(std::vector<std::string> stack) {
  Average row;
  row.key = stack.front();
  row.stack = std::move(stack);
  return row;
}

std::string why(const Rows &before, const Rows &after, const model::Grouping &ofBefore = {},
                const model::Grouping &ofAfter = {}) {
  std::string one = whyNotComparable({before, "one", ofBefore}, {after, "two", ofAfter});
  std::string other = whyNotComparable({after, "two", ofAfter}, {before, "one", ofBefore});
  EXPECT_EQ(one.empty(), other.empty()) << one << other;
  return one;
}

TEST(DiffGrouping, RefusesRowsOfOneKindAgainstRowsWithout) {
  Average shapes = row("a"), thread = row("a"), stack = row("a"), none = row("a");
  shapes.shapes = "[[1]]";
  thread.thread = "thread 7";
  stack.stack = {"f"};
  none.shapes = "[]";
  EXPECT_EQ(why({row("b"), withModule(row("a"))}, {row("a")}),
            "one has rows by module, two has not: --group-by-module makes such");
  EXPECT_EQ(why({row("a")}, {shapes}), "two has rows by input shape, one has not: --group-by-input-shape makes such");
  EXPECT_EQ(why({thread}, {row("a")}),
            "one has rows by thread, two has not: `autoscope report --format json --group-by-thread` makes such");
  EXPECT_EQ(why({stack}, {row("a")}), "one has rows by stack, two has not: --group-by-stack makes such");
  EXPECT_EQ(why({none}, {row("a")}), "");
  EXPECT_EQ(why({shapes, thread, stack}, {shapes, thread, stack}), "");
  EXPECT_EQ(why({row("a")}, {row("b")}), "");
}

TEST(DiffGrouping, ASessionWithoutAModuleMayBeGroupedByModule) {
  model::Grouping byModule;
  byModule.byModule = true;
  EXPECT_EQ(why({withModule(row("a"))}, {row("a")}, {}, byModule), "");
  EXPECT_NE(why({withModule(row("a"))}, {row("a")}, byModule, {}), "");
}

TEST(DiffGrouping, RefusesStacksOfAnotherLength) {
  Rows two = {withStack({"main"}), withStack({"f", "main"}), withStack({"g", "f"})};
  Rows three = {withStack({"main"}), withStack({"f", "main"}), withStack({"g", "f", "main"})};
  EXPECT_EQ(why(two, three), "one and two have rows by stacks of different lengths: 2 and 3 functions");
  // The same length, and a program that calls deeper now.
  EXPECT_EQ(why({withStack({"main"}), withStack({"f", "main"})}, three), "");
}

TEST(DiffGrouping, RefusesOverloadsAgainstFunctions) {
  const char *told = "of one and two one has a row for each overload, one for each function: --group-by overload or "
                     "function must be the same";
  EXPECT_EQ(why({row("f(int)"), row("step")}, {row("f"), row("step")}), told);
  EXPECT_EQ(why({row("f"), row("step")}, {row("net::f(int) [a.cpp:3]"), row("f(int) [a.cpp:3]")}), told);
  EXPECT_EQ(why({row("f(int)"), row("f")}, {row("f"), row("g(int)")}), "");
  EXPECT_EQ(why({row("f(int)")}, {row("step")}), "") << "only names of scopes";
}

}  // namespace
}  // namespace autoscope::report
