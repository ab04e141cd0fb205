// What a profile does between two actions is torch's table, all sixteen pairs and the four ends.
#include "autoscope/schedule.h"

#include <gtest/gtest.h>

using autoscope::ProfilerAction;
using autoscope::detail::Transition;

namespace {

// W warns, s starts at once, T stops, R is ready, P prepares, S starts.
std::string textOf(const Transition &what) {
  std::string text;
  for (auto [does, letter] : {std::pair(what.warns, 'W'),
                              {what.startsFirst, 's'},
                              {what.stops, 'T'},
                              {what.isReady, 'R'},
                              {what.prepares, 'P'},
                              {what.starts, 'S'}})
    if (does)
      text += letter;
  return text;
}

constexpr ProfilerAction actions[] = {ProfilerAction::NONE, ProfilerAction::WARMUP, ProfilerAction::RECORD,
                                      ProfilerAction::RECORD_AND_SAVE};

TEST(Transition, IsTorchsForEachPairOfActions) {
  const char *const expected[4][4] = {
      {"", "P", "PS", "PS"},
      {"WsT", "", "S", "S"},
      {"WT", "WT", "", ""},
      {"TR", "TRP", "TRPS", "TRPS"},
  };
  for (int from = 0; from < 4; ++from)
    for (int to = 0; to < 4; ++to)
      EXPECT_EQ(textOf(autoscope::detail::transition(actions[from], actions[to])), expected[from][to])
          << from << " to " << to;
}

TEST(Transition, IsTorchsAtTheEnd) {
  const char *const expected[] = {"", "sT", "TR", "TR"};
  for (int from = 0; from < 4; ++from)
    EXPECT_EQ(textOf(autoscope::detail::exitTransition(actions[from])), expected[from]) << from;
}

}  // namespace
