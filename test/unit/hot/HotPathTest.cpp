// Enter and leave against a clock that the test moves: exact durations, long scopes, depths, chunk ends, module paths.
#include "Recording.h"
#include "Stepping.h"

#include "autoscope/scope.h"
#include "hot/Clock.h"

#include <atomic>
#include <csignal>
#include <set>
#include <thread>
#include <utility>

namespace autoscope::test {
namespace {

std::atomic<uint64_t> fakeTicks{1000};
uint64_t readFake() {
  return fakeTicks;
}

// Every thread's scopes go through the slow path while it lives.
class FakeClock {
public:
  FakeClock() { hot::overrideClock(readFake); }
  ~FakeClock() { hot::overrideClock(nullptr); }
};

std::vector<record::Record> recordsOf(const Session &session) {
  std::vector<record::Record> all;
  for (const record::Thread &thread : session.reader().threads()) {
    record::BackwardRecords records(thread.pieces);
    for (record::Record record; records.next(record);)
      if (record.start >= session.reader().window().start)
        all.push_back(record);
  }
  std::reverse(all.begin(), all.end());  // in order of leaving
  return all;
}

// A thread of its own, so that what another test left in this thread's chunk does not matter.
template <typename Function> Session record(const char *name, Function function) {
  Recording recording(name);
  std::thread(function).join();
  return recording.stop();
}

TEST(HotPath, DurationsAndDepthsAreExact) {
  FakeClock clock;
  Session session = record("exact", [] {
    AUTOSCOPE_SCOPE("outer");
    fakeTicks += 10;
    {
      AUTOSCOPE_SCOPE("inner");
      fakeTicks += 7;
    }
    fakeTicks += 3;
  });
  std::vector<record::Record> records = recordsOf(session);
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].duration, 7u);
  EXPECT_EQ(records[0].depth, 1u);
  EXPECT_EQ(records[1].duration, 20u);
  EXPECT_EQ(records[1].depth, 0u);
  EXPECT_EQ(records[0].start, records[1].start + 10);
}

TEST(HotPath, LongScopesKeepAll64Bits) {
  FakeClock clock;
  Session session = record("long", [] {
    for (uint64_t duration : {(uint64_t(1) << 32) - 1, uint64_t(1) << 32, uint64_t(123) << 40}) {
      AUTOSCOPE_SCOPE("long");
      fakeTicks += duration;
    }
  });
  std::vector<record::Record> records = recordsOf(session);
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].duration, (uint64_t(1) << 32) - 1);
  EXPECT_EQ(records[1].duration, uint64_t(1) << 32);
  EXPECT_EQ(records[2].duration, uint64_t(123) << 40);
  EXPECT_EQ(records[1].site, records[0].site);
}

// The clock is asked when the slow entry cuts what a longjmp seems to have skipped: it has looked at the id by then.
std::atomic<__autoscope_site *> filteredByClock = {nullptr};  // the writer reads the clock, too
uint64_t readFakeAndFilter() {
  if (__autoscope_site *site = filteredByClock.exchange(nullptr))
    __atomic_store_n(&site->__id, __autoscope_filtered, __ATOMIC_RELEASE);
  return ++fakeTicks;
}

const char busyInfo[] = "A1\037function\037n\0371\037HotPathTest.cpp\037busy\037busy\037\037";

// The writer thread throttles a function (collect/Throttle.h) while `enter` runs, with something to cut.
template <typename Function> void expectOneMoreOf(const char *name, Function enterAndLeave) {
  FakeClock clock;
  hot::overrideClock(readFakeAndFilter);
  __autoscope_site site = {sizeof site, 0, __autoscope_kind_function, 0, busyInfo, nullptr, nullptr};
  Session session = record(name, [&] {
    AUTOSCOPE_SCOPE("around");
    enterAndLeave(site);
    uintptr_t below = reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) - 4096;
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    EXPECT_NE(__autoscope_enter_slow(&site, reinterpret_cast<__autoscope_guard *>(below), 0), __autoscope_off);
    filteredByClock = &site;
    enterAndLeave(site);
    EXPECT_EQ(site.__id, __autoscope_filtered);
    enterAndLeave(site);
    AUTOSCOPE_SCOPE("next");
  });
  EXPECT_EQ(session.find("busy")->scopes, 3u);
  EXPECT_EQ(session.calls("next"), 1u);
  EXPECT_EQ(session.calls("around"), 1u);
  EXPECT_EQ(session.lost(), 0u);
  EXPECT_EQ(session.profile().losses.damagedRecords, 0u);
}

TEST(HotPath, AScopeThatBeginsWhileItsSiteIsFilteredIsWhole) {
  expectOneMoreOf("filtered", [](__autoscope_site &site) {
    __autoscope_guard guard = {};
    guard.__depth = __autoscope_enter_slow(&site, &guard, uint32_t(reinterpret_cast<uintptr_t>(&guard)));
    if (guard.__depth != __autoscope_off)
      __autoscope_leave(&guard);
  });
}

TEST(HotPath, ASliceThatBeginsWhileItsSiteIsFilteredIsWhole) {
  expectOneMoreOf("filteredslice", [](__autoscope_site &site) {
    __autoscope_coroutine coroutine = {&site, 0, 0, __autoscope_off};
    __autoscope_coroutine_begin(&coroutine, 1);
    if (coroutine.__depth != __autoscope_off)
      __autoscope_coroutine_end(&coroutine, 0);
  });
}

TEST(HotPath, GroupsNeverStraddleAChunk) {
  FakeClock clock;
  constexpr uint32_t count = 3 * record::chunkWords;
  Session session = record("groups", [] {
    for (uint32_t i = 0; i < count; ++i) {
      AUTOSCOPE_SCOPE("group");
      fakeTicks += i % 3 == 0 ? uint64_t(1) << 33 : 1;  // two words and four in turn
    }
  });
  EXPECT_EQ(session.calls("group"), count);
  EXPECT_EQ(session.profile().losses.damagedRecords, 0u);
}

TEST(HotPath, ClockThatGoesBackGivesZeroNotAHugeDuration) {
  FakeClock clock;
  Session session = record("back", [] {
    AUTOSCOPE_SCOPE("back");
    fakeTicks -= 5;
  });
  fakeTicks += 10;
  std::vector<record::Record> records = recordsOf(session);
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].duration, 0u);
}

#define MODULE_SCOPE(Type, object)                                                                                     \
  static const char info[] =                                                                                           \
      "A1\037module\037\0371\037HotPathTest.cpp\037" #Type "::forward\037" #Type "::forward\037models::" #Type "\037"; \
  static __autoscope_site site = {sizeof(__autoscope_site), 0, __autoscope_kind_module, 0, info, nullptr, nullptr};    \
  __attribute__((cleanup(__autoscope_leave))) __autoscope_guard guard = {                                              \
      __autoscope_enter_object(&site, &guard, object, nullptr)}

struct Layer {
  [[gnu::noinline]] void forward() {
    MODULE_SCOPE(Layer, this);
    asm volatile("" : : "r"(this) : "memory");
    helper();
  }
  [[gnu::noinline]] void helper() { AUTOSCOPE_SCOPE("helper"); }
};

struct Net {
  [[gnu::noinline]] void forward() {
    MODULE_SCOPE(Net, this);
    for (Layer &layer : layers)
      layer.forward();
    again();
  }
  // Another method of the same object: the same place in the tree.
  [[gnu::noinline]] void again() { MODULE_SCOPE(Net, this); }
  Layer layers[3];
};

TEST(HotPath, ModulesGetTheirPlaceInTheTree) {
  Session session = record("modules", [] {
    Net net;
    for (int i = 0; i < 5; ++i)
      net.forward();
  });
  const model::Profile &profile = session.profile();
  ASSERT_EQ(profile.modules[0].children.size(), 1u);
  const model::ModuleNode &root = profile.modules[profile.modules[0].children[0]];
  EXPECT_EQ(root.module.name, "Net");
  ASSERT_EQ(root.children.size(), 3u);
  for (uint32_t i = 0; i < 3; ++i) {
    const model::ModuleNode &layer = profile.modules[root.children[i]];
    EXPECT_EQ(layer.module.name, "Layer@" + std::to_string(i));
    EXPECT_EQ(layer.calls, 5u);
  }
  EXPECT_EQ(session.calls("helper"), 15u);
}

struct Entered {
  Entered(__autoscope_site &site, const void *object)
      : guard{__autoscope_enter_object(&site, &guard, object, nullptr)} {}
  ~Entered() { __autoscope_leave_module(&guard); }
  __autoscope_guard guard;
};

volatile long instructions = 0;
[[gnu::noinline]] void enterAndLeave(__autoscope_site &site, const void *object) {
  Entered entered(site, object);
}
long instructionsOf(__autoscope_site &site, const void *object) {
  enterAndLeave(site, object);  // the first in a call of the module around it may look for its name
  instructions = 0;
  stepThrough([&] { enterAndLeave(site, object); });
  return instructions;
}

#define MODULE_SITE(name, type)                                                                                        \
  {sizeof(__autoscope_site),                                                                                           \
   0,                                                                                                                  \
   __autoscope_kind_module,                                                                                            \
   0,                                                                                                                  \
   "A1\037module\037\0371\037a.cpp\037" name "\037" name "\037" type "\037",                                           \
   nullptr,                                                                                                            \
   nullptr}

// A class without virtual functions has its first member at its own address.
TEST(HotPath, AModuleAtTheAddressOfTheOneAroundTakesTheShortWay) {
  if (!canStep || underSanitizer)
    GTEST_SKIP() << "the instructions would be the sanitizer's";
  static __autoscope_site holder = MODULE_SITE("holder", "Holder"), member = MODULE_SITE("member", "Member");
  struct sigaction action = {}, before = {};
  action.sa_handler = [](int) { instructions = instructions + 1; };
  sigaction(SIGTRAP, &action, &before);
  long first = 0, second = 0;
  Session session = record("firstmember", [&] {
    int members[2];
    for (int i = 0; i < 2; ++i) {
      Entered entered(holder, members);
      first = instructionsOf(member, &members[0]);
      second = instructionsOf(member, &members[1]);
    }
  });
  sigaction(SIGTRAP, &before, nullptr);
  EXPECT_GT(second, 50);
  EXPECT_LT(first, 2 * second);
  EXPECT_EQ(session.calls("member"), 8u);
  std::vector<uint32_t> paths;
  for (const record::Record &record : recordsOf(session))
    paths.push_back(record.path);
  EXPECT_EQ(std::set<uint32_t>(paths.begin(), paths.end()).size(), 3u);  // the holder and two members
}

}  // namespace
}  // namespace autoscope::test
