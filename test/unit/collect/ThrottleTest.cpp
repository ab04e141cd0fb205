// A function that is called often with little in it is left out from then on, by the counts of the chunks alone, and
// named; others, modules and sites of other ids are not touched.
#include "Recording.h"

#include "autoscope/abi.h"
#include "collect/Throttle.h"
#include "config/OutputPath.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <link.h>
#include <sys/wait.h>
#include <thread>
#include <vector>

namespace autoscope::test {
namespace {

using collect::Throttle;

struct Chunk {
  uint64_t words[64] = {};
  uint32_t used = record::chunkHeaderWords;
  const record::ChunkHeader &header() const { return reinterpret_cast<const record::ChunkHeader &>(words); }
  void add(uint64_t w0, uint64_t w1) {
    words[used++] = w0;
    words[used++] = w1;
  }
  void scope(uint32_t site, uint64_t ticks) { add(1000, ticks << 32 | site); }
  void longScope(uint32_t site, uint64_t ticks) {
    add(ticks, uint64_t(site) << 32 | uint64_t(record::Escape::Long) << 22 | record::escapeSite);
    add(1000, uint64_t(record::Escape::Long2) << 22 | record::escapeSite);
  }
};

std::vector<Throttle::Function> count(Throttle &throttle, const Chunk &chunk) {
  return throttle.count(chunk.header(), record::chunkHeaderWords, chunk.used, 1);
}

TEST(Throttle, CountsCallsAndTheirMean) {
  Throttle throttle;
  throttle.begin({3, 10'000, 0});
  Chunk chunk;
  for (int i = 0; i < 3; ++i)
    chunk.scope(1, 5);
  EXPECT_TRUE(count(throttle, chunk).empty());
  Chunk more;
  more.scope(1, 5);
  more.scope(1, 5);
  for (int i = 0; i < 9; ++i)
    more.scope(2, 10);  // not below
  more.add(7, uint64_t(record::Escape::Path) << 22 | record::escapeSite);
  more.add(1500, uint64_t(1) << 32 | uint64_t(record::Escape::Sample) << 22 | record::escapeSite);
  more.add(4096, uint64_t(record::Escape::Sample2) << 22 | record::escapeSite);
  for (int i = 0; i < 4; ++i)
    more.scope(3, 1);
  more.longScope(3, uint64_t(1) << 40);
  std::vector<Throttle::Function> crossed = count(throttle, more);
  ASSERT_EQ(crossed.size(), 1u);
  EXPECT_EQ(crossed[0].id, 1u);
  EXPECT_EQ(crossed[0].calls, 5u);
  EXPECT_EQ(crossed[0].ticks, 25u);
  EXPECT_TRUE(count(throttle, more).empty()) << "once";
}

TEST(Throttle, ALongCallKeepsAFunction) {
  Throttle throttle;
  throttle.begin({3, 0, 10});
  Chunk chunk;
  chunk.longScope(1, uint64_t(1) << 40);
  for (int i = 0; i < 9; ++i)
    chunk.scope(1, 1);
  EXPECT_TRUE(count(throttle, chunk).empty());
}

TEST(Throttle, FiltersOnlySitesThatAreStillThere) {
  static __autoscope_site ours = {sizeof ours, 5, __autoscope_kind_function, 0, "", nullptr, nullptr};
  static __autoscope_site twin = {sizeof twin, 5, __autoscope_kind_function, 0, "", nullptr, nullptr};
  static __autoscope_site others = {sizeof others, 6, __autoscope_kind_function, 0, "", nullptr, nullptr};
  static __autoscope_site module = {sizeof module, 5, __autoscope_kind_module, 0, "", nullptr, nullptr};
  static __autoscope_site replaced = {sizeof replaced, 5, __autoscope_kind_function, 0, "", nullptr, nullptr};
  __autoscope_site onHeap = {sizeof onHeap, 5, __autoscope_kind_function, 0, "", nullptr, nullptr};
  Throttle throttle;
  throttle.begin({1, 1000, 0});
  for (const __autoscope_site *site : {&ours, &twin, &others, &module, &replaced, &onHeap})
    throttle.addSite(5, *site);
  replaced.__info = "of another library";
  EXPECT_FALSE(throttle.isThrottled(5));
  std::vector<Throttle::Place> sites = throttle.decide(5);
  EXPECT_EQ(sites.size(), 5u);
  sites.push_back({8, 0, 5});                 // in no object
  sites.push_back({~uint64_t(0) - 7, 0, 5});  // nor this
  EXPECT_TRUE(Throttle::leaveOut(sites));
  EXPECT_TRUE(throttle.isThrottled(5));
  EXPECT_EQ(ours.__id, __autoscope_filtered);
  EXPECT_EQ(twin.__id, __autoscope_filtered);
  EXPECT_EQ(others.__id, 6u);
  EXPECT_EQ(module.__id, 5u);
  EXPECT_EQ(replaced.__id, 5u);
  EXPECT_EQ(onHeap.__id, 5u);
}

// As the sites of operators and of a JIT; what was in a library that is closed cannot be told from nothing.
TEST(Throttle, LeavesOutNothingWhereAllSitesLieInNoObject) {
  __autoscope_site onStack = {sizeof onStack, 7, __autoscope_kind_function, 0, "", nullptr, nullptr};
  auto infoOf = [](const __autoscope_site &site) { return reinterpret_cast<uint64_t>(site.__info); };
  std::vector<Throttle::Place> here = {{reinterpret_cast<uint64_t>(&onStack), infoOf(onStack), 7}};
  EXPECT_FALSE(Throttle::leaveOut(here));
  EXPECT_EQ(onStack.__id, 7u);
  std::vector<Throttle::Place> withOneGone = {here[0], {8, 0, 7}};
  EXPECT_TRUE(Throttle::leaveOut(withOneGone));
}

TEST(Throttle, TheIdOfAllThatHaveNoneIsNeverThrottled) {
  static __autoscope_site site = {sizeof site, record::maxSite, __autoscope_kind_function, 0, "", nullptr, nullptr};
  Throttle throttle;
  throttle.begin({1, 1000, 0});
  throttle.addSite(record::maxSite, site);
  EXPECT_TRUE(throttle.decide(record::maxSite).empty());
  EXPECT_FALSE(throttle.isThrottled(record::maxSite));
}

// Counted before the fork or under a higher limit.
TEST(Throttle, TheNextSessionDecidesByWhatWasCountedBefore) {
  static __autoscope_site site = {sizeof site, 1, __autoscope_kind_function, 0, "", nullptr, nullptr};
  Throttle parents;
  parents.begin({100, 10'000, 0});
  parents.addSite(1, site);
  Chunk chunk;
  for (int i = 0; i < 5; ++i)
    chunk.scope(1, 5);
  EXPECT_TRUE(count(parents, chunk).empty());
  Throttle throttle;
  throttle.takeFrom(parents);
  EXPECT_FALSE(parents.isOn());
  throttle.begin({3, 10'000, 0});
  std::vector<Throttle::Function> crossed = count(throttle, Chunk());
  ASSERT_EQ(crossed.size(), 1u);
  EXPECT_EQ(crossed[0].calls, 5u);
}

#define TEXT(line, name)                                                                                               \
  "A1\x1f"                                                                                                             \
  "function\x1f\x1f" line "\x1f"                                                                                       \
  "a.cpp\x1f" name "\x1f" name "\x1f\x1f"
__autoscope_site tinySite = __AUTOSCOPE_FUNCTION_SITE(TEXT("1", "tiny"));
__autoscope_site tinyTwin = __AUTOSCOPE_FUNCTION_SITE(TEXT("1", "tiny"));
__autoscope_site tinyInAnotherUnit = __AUTOSCOPE_FUNCTION_SITE(TEXT("1", "tiny"));
__autoscope_site seldomSite = __AUTOSCOPE_FUNCTION_SITE(TEXT("2", "seldom"));
__autoscope_site recorderSite = __AUTOSCOPE_FUNCTION_SITE(TEXT("3", "recorder"));
__autoscope_site markerSite = __AUTOSCOPE_FUNCTION_SITE(TEXT("6", "marker"));
__autoscope_site callbackSite = __AUTOSCOPE_FUNCTION_SITE(TEXT("4", "callback"));

[[gnu::noinline]] void call(__autoscope_site &site) {
  __autoscope_guard guard;
  guard.__depth = __autoscope_enter(&site, &guard);
  __autoscope_leave(&guard);
}

struct ThrottleOptions {
  ThrottleOptions() {
    setenv("AUTOSCOPE_THROTTLE", "1000", 1);
    setenv("AUTOSCOPE_THROTTLE_BELOW", "1000000000", 1);
  }
  ~ThrottleOptions() {
    unsetenv("AUTOSCOPE_THROTTLE");
    unsetenv("AUTOSCOPE_THROTTLE_BELOW");
  }
};

bool isFiltered(const __autoscope_site &site) {
  return __atomic_load_n(&site.__id, __ATOMIC_RELAXED) == __autoscope_filtered;
}

// How many calls it took. Whole chunks, and time for the writer.
uint64_t callUntilFiltered(__autoscope_site &site) {
  uint64_t calls = 0;
  for (int i = 0; i < 1000 && !isFiltered(site); ++i) {
    for (int k = 0; k < 20'000; ++k, ++calls)
      call(site);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return calls;
}

TEST(Throttle, LeavesAFunctionOutOfTheSessionAndNamesIt) {
  ThrottleOptions options;
  Recording recording("throttle");
  call(seldomSite);
  call(tinyTwin);
  uint64_t calls = 1 + callUntilFiltered(tinySite);
  ASSERT_TRUE(isFiltered(tinySite));
  for (int i = 0; i < 1000 && !isFiltered(tinyTwin); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  for (int k = 0; k < 1000; ++k) {
    call(tinySite);
    call(tinyTwin);
    call(tinyInAnotherUnit);
    call(seldomSite);
  }
  Session session = recording.stop();
  EXPECT_EQ(session.calls("seldom"), 1001u);
  EXPECT_LE(session.calls("tiny"), calls);
  EXPECT_EQ(session.lost(), 0u);
  ASSERT_EQ(session.profile().throttled.size(), 1u);
  const model::ThrottledFunction &throttled = session.profile().throttled[0];
  EXPECT_EQ(throttled.name, "tiny");
  EXPECT_GT(throttled.calls, 1000u);
  EXPECT_LE(throttled.calls, session.calls("tiny"));
  EXPECT_GT(throttled.meanPs, 0u);

  Recording again("throttle-again");
  call(tinySite);
  pid_t child = fork();
  call(tinySite);
  call(seldomSite);
  if (child == 0)
    _exit(stop().ok() ? 0 : 1);
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  Session second = again.stop(), childs(config::withTag(again.path(), std::to_string(child)));
  for (const Session *later : {&second, &childs}) {
    EXPECT_EQ(later->calls("tiny"), 0u);
    EXPECT_EQ(later->calls("seldom"), 1u);
    ASSERT_EQ(later->profile().throttled.size(), 1u);
    EXPECT_EQ(later->profile().throttled[0].name, "tiny");
  }
}

TEST(Throttle, AFlightRecorderThrottlesByWhatItGivesUp) {
  ThrottleOptions options;
  Recording recording("throttle-newest", 2, "newest");
  callUntilFiltered(recorderSite);
  EXPECT_TRUE(isFiltered(recorderSite));
  call(seldomSite);
  Session session = recording.stop();
  EXPECT_EQ(session.calls("seldom"), 1u);
  EXPECT_EQ(std::count_if(session.profile().throttled.begin(), session.profile().throttled.end(),
                          [](const model::ThrottledFunction &function) { return function.name == "recorder"; }),
            1);
}

// A flight recorder counts what it still holds when the session ends, and a writer that is behind what it has not
// taken.
TEST(Throttle, WhatIsCountedAtTheStopIsLeftOutOfTheNextSessionOnly) {
  ThrottleOptions options;
  static __autoscope_site site = __AUTOSCOPE_FUNCTION_SITE(TEXT("7", "late"));
  Recording recording("throttle-stop", 0, "newest");
  for (int i = 0; i < 100'000; ++i)
    call(site);
  Session session = recording.stop();
  EXPECT_EQ(session.calls("late"), 100'000u);
  EXPECT_FALSE(isFiltered(site));
  for (const model::ThrottledFunction &function : session.profile().throttled)
    EXPECT_NE(function.name, "late");

  Recording next("throttle-stop-next", 0, "block");
  callUntilFiltered(site);
  EXPECT_TRUE(isFiltered(site));
  Session second = next.stop();
  EXPECT_EQ(std::count_if(second.profile().throttled.begin(), second.profile().throttled.end(),
                          [](const model::ThrottledFunction &function) { return function.name == "late"; }),
            1);
}

TEST(Throttle, WhatCannotBeLeftOutIsNotNamed) {
  ThrottleOptions options;
  static __autoscope_site *site = new __autoscope_site __AUTOSCOPE_FUNCTION_SITE(TEXT("5", "compiled"));
  Recording recording("throttle-heap", 0, "block");
  for (int i = 0; i < 100'000; ++i)
    call(*site);
  call(markerSite);
  callUntilFiltered(markerSite);  // by then the writer has decided on what came before
  EXPECT_FALSE(isFiltered(*site));
  call(*site);
  Session session = recording.stop();
  EXPECT_EQ(session.calls("compiled"), 100'001u);
  for (const model::ThrottledFunction &function : session.profile().throttled)
    EXPECT_NE(function.name, "compiled");
}

// The writer then waits for the lock of the dynamic linker, and the thread that has it for the writer.
TEST(Throttle, ACallbackOfTheDynamicLinkerMayFillTheBuffer) {
  constexpr uint64_t calls =
      6'000'000;  // more than the standard buffer, which an earlier test of the process may have made
  ThrottleOptions options;
  Recording recording("throttle-callback", 2, "block");
  auto fill = [](dl_phdr_info *, size_t, void *) {
    for (uint64_t i = 0; i < calls; ++i)
      call(callbackSite);
    return 1;
  };
  EXPECT_EQ(dl_iterate_phdr(fill, nullptr), 1);
  for (int i = 0; i < 1000 && !isFiltered(callbackSite); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_TRUE(isFiltered(callbackSite));
  Session session = recording.stop();
  EXPECT_GT(session.lost(), 0u);
  EXPECT_EQ(session.calls("callback") + session.lost(), calls);
}

}  // namespace
}  // namespace autoscope::test
