// key_averages(): which calls are one row, and what a row sums up.
#include "model/Averages.h"

#include "RandomSession.h"
#include "SessionScript.h"
#include "model/Events.h"
#include "model/Profile.h"

#include <functional>
#include <gtest/gtest.h>
#include <map>

namespace autoscope::model {
namespace {

using test::Extras;
using test::SessionScript;
using test::siteText;

std::vector<Average> averagesOf(SessionScript &script, const Grouping &grouping = {}) {
  std::unique_ptr<record::SessionReader> session = script.open();
  return model::averagesOf({session.get()}, grouping);
}

std::vector<std::string> keysOf(const std::vector<Average> &rows) {
  std::vector<std::string> keys;
  for (const Average &row : rows)
    keys.push_back(row.key + (row.shapes.empty() ? "" : " " + row.shapes) + " " + std::to_string(row.count));
  return keys;
}

uint32_t op(SessionScript &script, const std::string &name) {
  return script.site(siteText(name, "", 0));
}

// The function keeps its time and its callee; the step has its own time, and none of theirs.
TEST(Averages, OfAStepThatOverlapsACallTakeNothingFromIt) {
  SessionScript script;
  uint32_t epoch = script.function("epoch"), work = script.function("work"), first = op(script, "ProfilerStep#1"),
           second = op(script, "ProfilerStep#2");
  script.thread(1).scope(work, 2000, 2010).enter(epoch, 2020).scope(work, 2030, 2040);
  script.thread(1).step(first, 1990, 2050, 1, record::scopeOverlaps).scope(work, 2060, 2080);
  script.thread(1).step(second, 2050, 2090, 1).leave(2100);
  std::unique_ptr<record::SessionReader> session = script.open();
  auto numbersOf = [](const auto &row) {
    return std::to_string(row.count) + " " + std::to_string(row.cpuNs) + " " + std::to_string(row.selfCpuNs);
  };
  std::map<std::string, std::string> rows;
  for (const Average &row : model::averagesOf({session.get()}, {}))
    rows[row.key] = numbersOf(row);
  EXPECT_EQ(rows, (std::map<std::string, std::string>{
                      {"epoch", "1 80 30"}, {"work", "3 40 40"}, {"ProfilerStep*", "2 100 20"}}));
  std::map<std::string, std::string> ofProfile;
  Profile profile = buildProfile(*session);
  for (const Row &row : profile.rows)
    ofProfile[row.name] =
        std::to_string(row.calls) + " " + std::to_string(row.totalNs) + " " + std::to_string(row.selfNs);
  EXPECT_EQ(ofProfile, rows);
}

Extras withArgs(uint32_t args, uint64_t flops = 0) {
  Extras extras;
  extras.args = args;
  extras.flops = flops;
  return extras;
}

TEST(Averages, SumRowsInOrderOfTheFirstCall) {
  SessionScript script;
  uint32_t b = script.function("b"), a = script.function("a");
  script.thread(1).enter(a, 2000).scope(b, 2010, 2030).scope(b, 2040, 2050).leave(2100);
  script.thread(2).scope(b, 2500, 2600);
  std::vector<Average> rows = averagesOf(script);
  EXPECT_EQ(keysOf(rows), (std::vector<std::string>{"a 1", "b 3"}));
  EXPECT_EQ(rows[0].cpuNs, 100u);
  EXPECT_EQ(rows[0].selfCpuNs, 70u);
  EXPECT_EQ(rows[1].cpuNs, 130u);
  EXPECT_EQ(rows[1].spread.leastNs, 10u);
  EXPECT_EQ(rows[1].spread.p50Ns, 20u);
  EXPECT_EQ(rows[1].spread.mostNs, 100u);
  EXPECT_TRUE(rows[0].isTopLevel);
  EXPECT_FALSE(rows[1].isTopLevel);
  EXPECT_FALSE(rows[0].cpuMemory);
  EXPECT_FALSE(rows[0].deviceNs);
  Average total = totalOf(rows);
  EXPECT_EQ(total.key, "Total");
  EXPECT_EQ(total.count, 4u);
  EXPECT_EQ(total.selfCpuNs, 200u);
  EXPECT_FALSE(total.cpuMemory);
}

TEST(Averages, CountARecursionOnceInTheTotalAndEachCallInTheSpread) {
  SessionScript script;
  uint32_t f = script.function("f");
  script.thread(1).enter(f, 2000).enter(f, 2010).scope(f, 2020, 2030).leave(2060).leave(2100);
  std::vector<Average> rows = averagesOf(script);
  EXPECT_EQ(keysOf(rows), (std::vector<std::string>{"f 3"}));
  EXPECT_EQ(rows[0].cpuNs, 100u);
  EXPECT_EQ(rows[0].selfCpuNs, 100u);
  EXPECT_EQ(rows[0].spread.leastNs, 10u);
  EXPECT_EQ(rows[0].spread.p50Ns, 50u);
  EXPECT_EQ(rows[0].spread.mostNs, 100u);
}

// torch's _remove_dup_nodes.
TEST(Averages, AnOperatorWhoseOnlyCalleeIsItselfIsOneCall) {
  SessionScript script;
  uint32_t conv = op(script, "aten::conv2d"), add = op(script, "aten::add");
  script.thread(1).enter(conv, 2000).enter(conv, 2010).enter(conv, 2020).scope(add, 2030, 2040).leave(2050).leave(2060);
  script.thread(1).leave(2100);
  std::vector<Average> rows = averagesOf(script);
  EXPECT_EQ(keysOf(rows), (std::vector<std::string>{"aten::conv2d 1", "aten::add 1"}));
  EXPECT_EQ(rows[0].cpuNs, 100u);
  EXPECT_EQ(rows[0].selfCpuNs, 90u);
  EXPECT_EQ(rows[0].spread.leastNs, 100u);
}

TEST(Averages, AnOperatorThatCallsMoreThanItselfIsTwoCalls) {
  for (bool first : {false, true}) {
    SessionScript script;
    uint32_t conv = op(script, "aten::conv2d"), add = op(script, "aten::add");
    script.thread(1).enter(conv, 2000);
    if (first)
      script.thread(1).scope(add, 2001, 2002);
    script.thread(1).scope(conv, 2010, 2020);
    if (!first)
      script.thread(1).scope(add, 2050, 2051);
    script.thread(1).leave(2100);
    std::vector<Average> rows = averagesOf(script);
    EXPECT_EQ(keysOf(rows), (std::vector<std::string>{"aten::conv2d 2", "aten::add 1"}));
    EXPECT_EQ(rows[0].cpuNs, 100u);
    EXPECT_EQ(rows[0].selfCpuNs, 99u);
    EXPECT_EQ(rows[0].spread.leastNs, 10u);
  }
}

TEST(Averages, AUserFunctionKeepsTheCallsThatItMakesOfItself) {
  SessionScript script;
  uint32_t f = script.function("f"), named = script.site(siteText("epoch", "", 0, "nu"));
  script.thread(1).enter(f, 2000).scope(f, 2010, 2020).leave(2100);
  script.thread(1).enter(named, 2200).scope(named, 2210, 2220).leave(2300);
  EXPECT_EQ(keysOf(averagesOf(script)), (std::vector<std::string>{"f 2", "epoch 2"}));
}

TEST(Averages, AMergedCallLeavesNoRowOfItsShapes) {
  SessionScript script;
  uint32_t conv = op(script, "aten::conv2d");
  uint32_t outer = script.string("[[2]]"), inner = script.string("[[3]]");
  script.thread(1).enter(conv, 2000).scope(conv, 2010, 2020, withArgs(inner, 50)).leave(2100, withArgs(outer));
  Grouping byShape;
  byShape.byShape = true;
  std::vector<Average> rows = averagesOf(script, byShape);
  EXPECT_EQ(keysOf(rows), (std::vector<std::string>{"aten::conv2d [[2]] 1"}));
  EXPECT_EQ(rows[0].selfCpuNs, 100u);
  EXPECT_EQ(rows[0].flops, 50u);
}

TEST(Averages, StepsAreOneRow) {
  SessionScript script;
  uint32_t one = script.site(siteText("ProfilerStep#1", "", 0, "nu")),
           two = script.site(siteText("ProfilerStep#2", "", 0, "nu"));
  uint32_t unnumbered = script.site(siteText("ProfilerStep#", "", 0, "nu")), other = script.function("ProfilerSteps()");
  script.thread(1).scope(one, 2000, 2010).scope(two, 2010, 2030).scope(unnumbered, 2030, 2040).scope(other, 2040, 2050);
  std::vector<Average> rows = averagesOf(script);
  EXPECT_EQ(keysOf(rows), (std::vector<std::string>{"ProfilerStep* 3", "ProfilerSteps() 1"}));
  EXPECT_TRUE(rows[0].isAnnotation);
  EXPECT_FALSE(rows[1].isAnnotation);
  EXPECT_EQ(rows[0].cpuNs, 40u);
}

TEST(Averages, ByShapeTakesShapesAloneAndHasTorchsEmptyListOtherwise) {
  SessionScript script;
  uint32_t mul = op(script, "aten::mul");
  uint32_t floats = script.string("[[5, 3], []]\x1f"
                                  "float\x1f"
                                  "float");
  uint32_t doubles = script.string("[[5, 3], []]\x1f"
                                   "double\x1f"
                                   "float");
  script.thread(1)
      .scope(mul, 2000, 2010, withArgs(floats))
      .scope(mul, 2010, 2030, withArgs(doubles))
      .scope(mul, 2030, 2040);
  Grouping byShape;
  byShape.byShape = true;
  EXPECT_EQ(keysOf(averagesOf(script, byShape)),
            (std::vector<std::string>{"aten::mul [[5, 3], []] 2", "aten::mul [] 1"}));
  EXPECT_EQ(keysOf(averagesOf(script)), (std::vector<std::string>{"aten::mul 3"}));
}

TEST(Averages, ByThreadHaveTheThreadsName) {
  SessionScript script;
  uint32_t f = script.function("f");
  script.thread(1, 71, "main").scope(f, 2000, 2010);
  script.thread(2, 72).scope(f, 2001, 2011);
  script.thread(3).scope(f, 2002, 2012);
  Grouping byThread;
  byThread.byThread = true;
  std::vector<Average> rows = averagesOf(script, byThread);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].thread, "thread 71 (main)");
  EXPECT_EQ(rows[1].thread, "thread 72");
  EXPECT_EQ(rows[2].thread, "thread #3");
}

TEST(Averages, ByModuleHaveItsPath) {
  SessionScript script;
  uint32_t net = script.site(siteText("Net::forward(int)", "n.cpp", 3, "", "Net")), f = script.function("f");
  Extras inNet;
  inNet.path = script.path(0, "net", "Net");
  script.thread(1).enter(net, 2000).scope(f, 2010, 2020).leave(2100, inNet).scope(f, 2200, 2210);
  Grouping byModule;
  byModule.byModule = true;
  std::vector<Average> rows = averagesOf(script, byModule);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].module, "net");
  EXPECT_EQ(rows[1].module, "net");
  EXPECT_EQ(rows[2].module, "");
  EXPECT_EQ(rows[2].key, "f");
}

TEST(Averages, ByStackTellOperatorsApartByTheirCallers) {
  SessionScript script;
  uint32_t mul = op(script, "aten::mul");
  uint32_t f = script.site(siteText("f()", "a.cpp", 3)), g = script.site(siteText("g()", "b.cpp", 7));
  script.thread(1).enter(f, 2000).enter(g, 2010).scope(mul, 2020, 2030).leave(2040).leave(2050);
  script.thread(1).enter(g, 2060).scope(mul, 2070, 2080).leave(2090).scope(mul, 2095, 2096);
  Grouping grouping;
  grouping.byStack = 1;
  auto stacksOf = [](const std::vector<Average> &rows) {
    std::vector<std::string> stacks;
    for (const Average &row : rows) {
      stacks.push_back(row.key);
      for (const std::string &frame : row.stack)
        stacks.back() += " < " + frame;
      stacks.back() += " x" + std::to_string(row.count);
    }
    return stacks;
  };
  EXPECT_EQ(stacksOf(averagesOf(script, grouping)),
            (std::vector<std::string>{"f() < a.cpp(3): f() x1", "g() < b.cpp(7): g() x2",
                                      "aten::mul < b.cpp(7): g() x2", "aten::mul x1"}));
  grouping.byStack = 5;
  EXPECT_EQ(stacksOf(averagesOf(script, grouping)),
            (std::vector<std::string>{"f() < a.cpp(3): f() x1", "g() < b.cpp(7): g() < a.cpp(3): f() x1",
                                      "aten::mul < b.cpp(7): g() < a.cpp(3): f() x1", "g() < b.cpp(7): g() x1",
                                      "aten::mul < b.cpp(7): g() x1", "aten::mul x1"}));
}

TEST(Averages, HaveMemoryWhereTheSessionMeasuredIt) {
  SessionScript script;
  uint32_t f = script.function("f"), g = script.function("g"), h = script.function("h");
  Extras own, freed;
  own.memory = 100;
  freed.memory = -30;
  script.thread(1).enter(f, 2000).enter(f, 2010).scope(g, 2020, 2030, freed).leave(2040, own).leave(2050, own);
  script.thread(1).scope(h, 2060, 2070);
  std::vector<Average> rows = averagesOf(script);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].cpuMemory, 170);
  EXPECT_EQ(rows[0].selfCpuMemory, 200);
  EXPECT_EQ(rows[1].cpuMemory, -30);
  EXPECT_EQ(rows[2].cpuMemory, 0);
  EXPECT_EQ(totalOf(rows).selfCpuMemory, 170);
}

// What scopes did themselves adds up; a peak is that of one call.
TEST(Averages, HaveWhatWasDoneToTheHeap) {
  SessionScript script;
  uint32_t f = script.function("f"), g = script.function("g");
  Extras outer, inner;
  outer.memory = 100;
  outer.heap = record::HeapUse{150, 3, 1, 400};
  inner.memory = -20;
  inner.heap = record::HeapUse{300, 1, 2, 300};
  script.thread(1).enter(f, 2000).enter(f, 2010).scope(g, 2020, 2030, inner).leave(2040, outer).leave(2050, outer);
  std::vector<Average> rows = averagesOf(script);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].allocated, 300u);
  EXPECT_EQ(rows[0].allocations, 6u);
  EXPECT_EQ(rows[0].frees, 2u);
  EXPECT_EQ(rows[0].peak, 400u);
  EXPECT_EQ(rows[1].allocated, 300u);
  EXPECT_EQ(rows[1].peak, 300u);
  Average total = totalOf(rows);
  EXPECT_EQ(total.allocations, 7u);
  EXPECT_EQ(total.frees, 4u);
  EXPECT_EQ(total.peak, 400u);
  EXPECT_EQ(total.selfCpuMemory, 180);
}

TEST(Averages, OfTensorsKnowNothingOfTheHeap) {
  SessionScript script;
  Extras own;
  own.memory = 100;
  script.thread(1).scope(script.function("f"), 2000, 2010, own);
  EXPECT_EQ(averagesOf(script).at(0).peak, std::nullopt);
  EXPECT_EQ(averagesOf(script).at(0).allocations, std::nullopt);
}

TEST(Averages, OfDevicesHaveTheirOwnMemory) {
  SessionScript script;
  uint32_t f = script.function("f"), g = script.function("g");
  Extras both;
  both.memory = 7;
  both.deviceMemory = -4096;
  script.thread(1).enter(f, 2000).openMemory(-1, 1).scope(g, 2020, 2030, both);
  std::vector<Average> rows = averagesOf(script);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].cpuMemory, 6);
  EXPECT_EQ(rows[0].selfCpuMemory, -1);
  EXPECT_EQ(rows[0].deviceMemory, -4095);
  EXPECT_EQ(rows[0].selfDeviceMemory, 1);
  EXPECT_EQ(rows[1].selfDeviceMemory, -4096);
}

TEST(Averages, OfSeveralSessionsAreOneRowByTheirText) {
  SessionScript first, second;
  uint32_t f = first.function("f");
  first.thread(1).scope(f, 2000, 2010);
  uint32_t g = second.function("g"), again = second.function("f");
  second.thread(1).scope(g, 2000, 2001).scope(again, 2100, 2130);
  std::unique_ptr<record::SessionReader> one = first.open();
  std::string error;
  std::unique_ptr<record::SessionReader> two = record::SessionReader::open(second.write("second.autoscope"), error);
  ASSERT_TRUE(two) << error;
  std::vector<Average> rows = model::averagesOf({one.get(), two.get()}, {});
  EXPECT_EQ(keysOf(rows), (std::vector<std::string>{"f 2", "g 1"}));
  EXPECT_EQ(rows[0].cpuNs, 40u);
  EXPECT_EQ(rows[0].spread.mostNs, 30u);
}

// What events() gives, summed up by the text of each row, is what key_averages() gives; self times are all the time
// inside any scope, which is also what the table of `autoscope report` says; grouping moves time, and loses none.
TEST(RandomAverages, AreTheSumsOfTheEvents) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    SessionScript script;
    test::writeRandomSession(script, seed);
    std::unique_ptr<record::SessionReader> session = script.open();
    std::vector<const record::SessionReader *> sessions = {session.get()};
    std::vector<Event> events = eventsOf(sessions);
    Profile profile = buildProfile(*session);
    uint64_t inRoots = 0;
    for (const Event &event : events)
      inRoots += event.parent == Event::noParent ? event.cpuNs : 0;
    EXPECT_EQ(inRoots, profile.selfTotalNs);
    for (unsigned bits = 0; bits < 16; ++bits) {
      Grouping grouping;
      grouping.byShape = bits & 1;
      grouping.byThread = bits & 2;
      grouping.byStack = bits & 4 ? 2 : 0;
      grouping.byModule = bits & 8;
      struct Sums {
        uint64_t count = 0, selfNs = 0;
        int64_t selfMemory = 0;
        bool operator==(const Sums &o) const {
          return count == o.count && selfNs == o.selfNs && selfMemory == o.selfMemory;
        }
      };
      using Key = std::tuple<std::string, std::string, std::string, std::vector<std::string>>;
      std::map<Key, Sums> ofEvents, ofRows;
      uint64_t self = 0;
      for (const Event &event : events) {
        std::vector<std::string> stack = event.stack;
        stack.resize(std::min<size_t>(stack.size(), grouping.byStack));
        Sums &sums = ofEvents[Key(event.key,
                                  !grouping.byShape      ? ""
                                  : event.shapes.empty() ? "[]"
                                                         : event.shapes,
                                  grouping.byThread ? std::to_string(event.tid) : "", stack)];
        sums.count += event.count;
        sums.selfNs += event.selfCpuNs;
        sums.selfMemory += event.selfCpuMemory.value_or(0);
      }
      for (const Average &row : model::averagesOf(sessions, grouping)) {
        std::string tid = row.thread.empty() ? "" : row.thread.substr(7, 3);
        Sums &sums = ofRows[Key(row.key, row.shapes, tid, row.stack)];
        EXPECT_EQ(sums.count, 0u) << "two rows of " << row.key;
        sums = {row.count, row.selfCpuNs, row.selfCpuMemory.value_or(0)};
        self += row.selfCpuNs;
        EXPECT_LE(row.selfCpuNs, row.cpuNs) << row.key;
        EXPECT_LE(row.spread.leastNs, row.spread.p50Ns);
        EXPECT_LE(row.spread.p50Ns, row.spread.p90Ns);
        EXPECT_LE(row.spread.p99Ns, row.spread.mostNs);
        EXPECT_LE(row.spread.mostNs, row.cpuNs) << row.key;
      }
      EXPECT_EQ(self, inRoots);
      EXPECT_TRUE(ofEvents == ofRows) << "grouping " << bits;
    }
  }
}

}  // namespace
}  // namespace autoscope::model
