// events(): each call as a row, with its parent, its stack and what was recorded of it.
#include "model/Events.h"

#include "RandomSession.h"
#include "SessionScript.h"

#include <gtest/gtest.h>

namespace autoscope::model {
namespace {

using test::Extras;
using test::SessionScript;
using test::siteText;

TEST(Events, AreInOrderOfTheStartParentsFirst) {
  SessionScript script;
  uint32_t f = script.function("f"), g = script.function("g");
  script.thread(1, 71).enter(f, 2000).enter(g, 2000).scope(f, 2000, 2010).leave(2100).leave(2100);
  script.thread(2, 72).scope(g, 1900, 2500);
  std::unique_ptr<record::SessionReader> session = script.open();
  std::vector<Event> events = eventsOf({session.get()});
  ASSERT_EQ(events.size(), 4u);
  EXPECT_EQ(events[0].tid, 72u);
  EXPECT_EQ(events[0].startNs, 900u);
  EXPECT_EQ(events[0].endNs, 1500u);
  EXPECT_EQ(events[1].key, "f");
  EXPECT_EQ(events[1].parent, Event::noParent);
  EXPECT_TRUE(events[1].isTopLevel);
  EXPECT_EQ(events[2].key, "g");
  EXPECT_EQ(events[2].parent, 1u);
  EXPECT_EQ(events[3].parent, 2u);
  EXPECT_FALSE(events[3].isTopLevel);
  EXPECT_EQ(events[2].selfCpuNs, 90u);
}

TEST(Events, SayAllThatWasRecorded) {
  SessionScript script;
  uint32_t step = script.site(siteText("ProfilerStep#3", "", 0, "nu"));
  uint32_t f = script.site(siteText("f(int)", "dir/a.cpp", 12)), conv = script.site(siteText("aten::conv2d", "", 0));
  Extras extras;
  extras.args = script.string("[[5, 3], []]\x1f"
                              "float\x1f");
  extras.flops = 77;
  extras.sequence = 1;
  extras.memory = 512;
  extras.deviceMemory = 2048;
  script.thread(1, 71).enter(step, 2000).enter(f, 2010).scope(conv, 2020, 2030, extras).leave(2040);
  std::unique_ptr<record::SessionReader> session = script.open();
  std::vector<Event> events = eventsOf({session.get()});
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(events[0].key, "ProfilerStep*");
  EXPECT_EQ(events[0].traceName, "ProfilerStep#3");
  EXPECT_TRUE(events[0].isAnnotation);
  EXPECT_FALSE(events[0].finished);
  EXPECT_EQ(events[0].stack, std::vector<std::string>{});
  EXPECT_EQ(events[0].sequence, -1);
  EXPECT_EQ(events[0].forwardThread, -1);
  EXPECT_EQ(events[0].cpuMemory, 512);
  EXPECT_EQ(events[0].selfCpuMemory, 0);
  EXPECT_EQ(events[0].deviceMemory, 2048);
  EXPECT_EQ(events[0].selfDeviceMemory, 0);
  const Event &last = events[2];
  EXPECT_EQ(last.traceName, "aten::conv2d");
  EXPECT_EQ(last.shapes, "[[5, 3], []]");
  EXPECT_EQ(last.types, (std::vector<std::string>{"float", ""}));
  EXPECT_EQ(last.flops, 77u);
  EXPECT_EQ(last.sequence, 0);
  EXPECT_EQ(last.forwardThread, -1);  // of an older session
  EXPECT_EQ(last.count, 1u);
  EXPECT_EQ(last.stack, (std::vector<std::string>{"dir/a.cpp(12): f(int)"}));
  EXPECT_EQ(last.spread.p50Ns, 10u);
  EventOptions plain;
  plain.stacks = false;
  EXPECT_EQ(eventsOf({session.get()}, plain)[2].stack, std::vector<std::string>{});
}

TEST(Events, AnOperatorOfItselfAloneIsOneAndItsCalleesAreTheOuterOnes) {
  SessionScript script;
  uint32_t conv = script.site(siteText("aten::conv2d", "", 0)), add = script.site(siteText("aten::add", "", 0));
  script.thread(1).enter(conv, 2000).enter(conv, 2010).enter(conv, 2020).scope(add, 2030, 2040).leave(2050).leave(2060);
  script.thread(1).leave(2100);
  std::unique_ptr<record::SessionReader> session = script.open();
  std::vector<Event> events = eventsOf({session.get()});
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].cpuNs, 100u);
  EXPECT_EQ(events[0].selfCpuNs, 90u);
  EXPECT_EQ(events[1].key, "aten::add");
  EXPECT_EQ(events[1].parent, 0u);
}

TEST(Events, OfLaterSlicesCountNothing) {
  SessionScript script;
  uint32_t f = script.function("f");
  Extras first, second;
  first.coroutine = {9, 0, true};
  second.coroutine = {9, 1, false};
  script.thread(1).scope(f, 2000, 2010, first).scope(f, 2020, 2040, second);
  std::unique_ptr<record::SessionReader> session = script.open();
  std::vector<Event> events = eventsOf({session.get()});
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].count, 1u);
  EXPECT_EQ(events[1].count, 0u);
}

TEST(Events, OfSeveralSessionsCountFromTheFirst) {
  SessionScript first, second;
  uint32_t f = first.function("f");
  first.thread(1).scope(f, 2000, 2010);
  second.window(5000, 1'000'000'000);
  uint32_t g = second.function("g");
  second.thread(1).enter(g, 6000).scope(g, 6010, 6020).leave(6030);
  std::unique_ptr<record::SessionReader> one = first.open();
  std::string error;
  std::unique_ptr<record::SessionReader> two = record::SessionReader::open(second.write("second.autoscope"), error);
  ASSERT_TRUE(two) << error;
  std::vector<Event> events = eventsOf({one.get(), two.get()});
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(events[1].key, "g");
  EXPECT_EQ(events[1].startNs, 5000u);
  EXPECT_EQ(events[2].parent, 1u);
}

TEST(RandomEvents, LieInTheirParentsAndSelfIsWhatTheChildrenLeave) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    SessionScript script;
    test::writeRandomSession(script, seed);
    std::unique_ptr<record::SessionReader> session = script.open();
    std::vector<Event> events = eventsOf({session.get()});
    std::vector<uint64_t> inChildren(events.size());
    for (size_t i = 0; i < events.size(); ++i) {
      const Event &event = events[i];
      EXPECT_EQ(event.cpuNs, event.endNs - event.startNs);
      if (i > 0) {
        const Event &before = events[i - 1];
        EXPECT_TRUE(before.startNs < event.startNs || (before.startNs == event.startNs && before.endNs >= event.endNs));
      }
      if (event.parent == Event::noParent)
        continue;
      ASSERT_LT(event.parent, i);
      const Event &parent = events[event.parent];
      EXPECT_EQ(parent.tid, event.tid);
      EXPECT_LE(parent.startNs, event.startNs);
      EXPECT_GE(parent.endNs, event.endNs);
      inChildren[event.parent] += event.cpuNs;
    }
    for (size_t i = 0; i < events.size(); ++i)
      EXPECT_EQ(events[i].selfCpuNs, events[i].cpuNs - inChildren[i]);
  }
}

}  // namespace
}  // namespace autoscope::model
