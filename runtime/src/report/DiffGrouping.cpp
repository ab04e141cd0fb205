#include "report/DiffGrouping.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

namespace autoscope::report {

namespace {

using model::Average;

template <class Has> bool any(const NamedRows &side, Has has) {
  return std::any_of(side.rows.begin(), side.rows.end(), has);
}

std::string differ(const NamedRows &with, const NamedRows &without, const char *what, const char *how) {
  return with.name + " has rows by " + what + ", " + without.name + " has not: " + how;
}

// `what` a row has that is of such a grouping.
template <class Has, class Asked>
std::string byKind(const NamedRows &before, const NamedRows &after, Has has, Asked asked, const char *what,
                   const char *how) {
  bool first = any(before, has), second = any(after, has);
  if (first && !second && !asked(after.mayBeBy))
    return differ(before, after, what, how);
  if (second && !first && !asked(before.mayBeBy))
    return differ(after, before, what, how);
  return {};
}

// `net::f(int) [a.cpp:3]` -> `net::f`.
std::string functionOf(const std::string &key) {
  return key.substr(0, key.find('('));
}

// One has `f(int)`, the other `f` and nothing with parameters.
bool isByOverload(const NamedRows &side, const NamedRows &other) {
  auto hasParameters = [](const Average &row) { return row.key.find('(') != std::string::npos; };
  if (any(other, hasParameters))
    return false;
  std::set<std::string> functions;
  for (const Average &row : other.rows)
    functions.insert(row.key);
  return any(side, [&](const Average &row) { return hasParameters(row) && functions.count(functionOf(row.key)) != 0; });
}

using Stack = std::vector<std::string>;
using Stacks = std::set<std::pair<std::string, Stack>>;

Stacks stacksOf(const NamedRows &side) {
  Stacks stacks;
  for (const Average &row : side.rows)
    stacks.emplace(row.key, row.stack);
  return stacks;
}

size_t deepest(const NamedRows &side) {
  size_t depth = 0;
  for (const Average &row : side.rows)
    depth = std::max(depth, row.stack.size());
  return depth;
}

// The other goes on where this one ends.
bool hasShorterStacks(const NamedRows &side, const NamedRows &other) {
  size_t depth = deepest(side);
  if (depth == 0 || depth >= deepest(other))
    return false;
  Stacks mine = stacksOf(side);
  return any(other, [&](const Average &row) {
    return row.stack.size() > depth &&
           mine.count({row.key, Stack(row.stack.begin(), row.stack.begin() + std::ptrdiff_t(depth))}) != 0;
  });
}

}  // namespace

std::string whyNotComparable(const NamedRows &before, const NamedRows &after) {
  std::string why = byKind(
      before, after, [](const Average &row) { return !row.module.empty(); },
      [](const model::Grouping &asked) { return asked.byModule; }, "module", "--group-by-module makes such");
  // A row of no shape may be told as [], which is no shape either.
  if (why.empty())
    why = byKind(
        before, after, [](const Average &row) { return !row.shapes.empty() && row.shapes != "[]"; },
        [](const model::Grouping &asked) { return asked.byShape; }, "input shape", "--group-by-input-shape makes such");
  if (why.empty())
    why = byKind(
        before, after, [](const Average &row) { return !row.thread.empty(); },
        [](const model::Grouping &asked) { return asked.byThread; }, "thread",
        "`autoscope report --format json --group-by-thread` makes such");
  if (why.empty())
    why = byKind(
        before, after, [](const Average &row) { return !row.stack.empty(); },
        [](const model::Grouping &asked) { return asked.byStack != 0; }, "stack", "--group-by-stack makes such");
  if (!why.empty())
    return why;
  if (hasShorterStacks(before, after) || hasShorterStacks(after, before))
    return before.name + " and " + after.name +
           " have rows by stacks of different lengths: " + std::to_string(deepest(before)) + " and " +
           std::to_string(deepest(after)) + " functions";
  if (isByOverload(before, after) || isByOverload(after, before))
    return "of " + before.name + " and " + after.name + " one has a row for each overload, one for each function: " +
           "--group-by overload or function must be the same";
  return {};
}

}  // namespace autoscope::report
