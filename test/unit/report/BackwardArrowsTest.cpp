// Pairs of forward and backward are Kineto's, whatever the order in which scopes are met, and their number is bounded.
#include "report/BackwardArrows.h"

#include <gtest/gtest.h>
#include <string>

namespace autoscope::report {
namespace {

using record::TorchSequence;

// "forward tid@ns -> backward tid@ns", one a line.
std::string textOf(const BackwardArrows &arrows) {
  std::string text;
  for (const BackwardArrows::Pair &pair : arrows.pairs())
    text += std::to_string(pair.forward.tid) + "@" + std::to_string(pair.forward.startNs) + " -> " +
            std::to_string(pair.backward.tid) + "@" + std::to_string(pair.backward.startNs) + "\n";
  return text;
}

TEST(SequenceWord, KeepsThreeThingsApart) {
  TorchSequence most{(uint64_t{1} << record::sequenceBits) - 1, 0xffff, true};
  for (const TorchSequence &each : {most, TorchSequence{1, 0xffff, false}, TorchSequence{1, 1, true}}) {
    TorchSequence read = record::unpackSequence(record::packSequence(each));
    EXPECT_EQ(read.number, each.number);
    EXPECT_EQ(read.thread, each.thread);
    EXPECT_EQ(read.isBackward, each.isBackward);
  }
}

// No pair rather than that of another thread.
TEST(SequenceWord, AThreadOfAHigherNumberIsNotKnown) {
  TorchSequence read = record::unpackSequence(record::packSequence({7, 0x10001, true}));
  EXPECT_EQ(read.thread, 0u);
  EXPECT_EQ(read.number, 7u);
  EXPECT_TRUE(read.isBackward);
}

TEST(SequenceWord, OfAnOlderSessionIsTheNumberAlone) {
  TorchSequence read = record::unpackSequence(31);
  EXPECT_EQ(read.number, 31u);
  EXPECT_EQ(read.thread, 0u);
}

TEST(BackwardArrows, LeadFromTheLastOperatorOfTheNumberToTheFirstNode) {
  const BackwardArrows::Place places[] = {{100, 7}, {110, 7}, {120, 7}, {500, 8}, {600, 8}};
  BackwardArrows forwards, backwards;
  for (size_t i = 0; i < 5; ++i) {
    forwards.add({31, 1, i > 2}, places[i]);
    backwards.add({31, 1, 4 - i > 2}, places[4 - i]);
  }
  EXPECT_EQ(textOf(forwards), "7@120 -> 8@500\n");
  EXPECT_EQ(textOf(backwards), "7@120 -> 8@500\n");
}

TEST(BackwardArrows, NumbersOfTwoThreadsAreTwo) {
  BackwardArrows arrows;
  arrows.add({31, 1, false}, {100, 7});
  arrows.add({31, 2, false}, {110, 8});
  arrows.add({31, 2, true}, {500, 9});
  arrows.add({32, 1, true}, {510, 9});
  EXPECT_EQ(textOf(arrows), "8@110 -> 9@500\n");
}

TEST(BackwardArrows, WhatHasNoThreadOrNoNumberHasNone) {
  BackwardArrows arrows;
  for (const TorchSequence &each : {TorchSequence{31, 0, false}, TorchSequence{0, 1, false}}) {
    arrows.add(each, {100, 7});
    arrows.add({each.number, each.thread, true}, {500, 7});
  }
  EXPECT_EQ(textOf(arrows), "");
  EXPECT_EQ(arrows.leftOut(), 0u);
}

TEST(BackwardArrows, NeverLeadBackInTime) {
  BackwardArrows arrows;
  arrows.add({31, 1, true}, {100, 7});
  arrows.add({31, 1, false}, {500, 7});
  EXPECT_EQ(textOf(arrows), "");
}

TEST(BackwardArrows, AreBoundedAndCountWhatIsLeftOut) {
  BackwardArrows arrows(2);
  for (uint64_t number = 1; number <= 4; ++number) {
    arrows.add({number, 1, false}, {number, 7});
    arrows.add({number, 1, true}, {100 + number, 7});
  }
  EXPECT_EQ(textOf(arrows), "7@1 -> 7@101\n7@2 -> 7@102\n");
  EXPECT_EQ(arrows.leftOut(), 2u);
}

}  // namespace
}  // namespace autoscope::report
