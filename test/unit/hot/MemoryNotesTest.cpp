// Bytes that a library tells of are those of the innermost scope of the thread, whatever else is noted with it, and
// where none runs those of a scope of their own; what has no room is counted.
#include "hot/MemoryNotes.h"
#include "Recording.h"

#include "autoscope/scope.h"
#include "hot/ForeignScopes.h"
#include "hot/RecordGroup.h"
#include "hot/ThreadState.h"
#include "model/ScopeWalk.h"
#include "record/Records.h"
#include "sources/memory/HeapAbi.h"

#include <csignal>
#include <map>
#include <thread>

namespace autoscope::test {
namespace {

using record::Escape;

__autoscope_site outside = __AUTOSCOPE_FUNCTION_SITE("A1\037function\037\0370\037\037[memory]\037[memory]\037\037");
__autoscope_site deep = __AUTOSCOPE_FUNCTION_SITE("A1\037function\037\0370\037\037deep\037deep\037\037");

uint32_t low(const void *address) {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(address));
}

[[gnu::noinline]] void note(const hot::Allocated &told) {
  uint32_t frame = low(__builtin_frame_address(0));
  hot::noteTensor(outside, {frame & ~3u, underSanitizer ? 0 : frame}, told);
}

void allocate(int64_t bytes, Escape kind = Escape::Memory) {
  note({nullptr, bytes, 0, 0, kind == Escape::DeviceMemory, -1});
}

uint64_t lostOf(const Session &session, record::LossCause cause) {
  for (const auto &[each, count] : session.profile().losses.causes)
    if (each == cause)
      return count;
  return 0;
}

template <typename Function> Session record(const char *name, Function function) {
  Recording recording(name);
  std::thread(function).join();
  return recording.stop();
}

// "name cpu/device" of each scope by start; "-": nothing noted.
std::string memoryOf(const Session &session) {
  std::multimap<uint64_t, std::string> lines;
  auto text = [](bool has, int64_t bytes) { return has ? std::to_string(bytes) : std::string("-"); };
  for (const record::Thread &thread : session.reader().threads())
    model::ScopeWalk(session.reader(), thread).run([&](const model::Scope &scope) {
      lines.emplace(scope.startNs, std::string(scope.level, '.') +
                                       std::string(session.reader().names().sites()[scope.site].fields.name) + " " +
                                       text(scope.hasUsage.cpu, scope.usage.cpu) + "/" +
                                       text(scope.hasUsage.device, scope.usage.device) + (scope.finished ? "" : "!"));
    });
  std::string all;
  for (const auto &[start, line] : lines)
    all += line + "\n";
  return all;
}

TEST(MemoryNotes, AreOfTheInnermostScope) {
  Session session = record("memory-nest", [] {
    AUTOSCOPE_SCOPE("outer");
    allocate(100);
    {
      AUTOSCOPE_SCOPE("inner");
      allocate(7);
      allocate(-3);
      allocate(1 << 20, Escape::DeviceMemory);
      allocate(1);
    }
    {
      AUTOSCOPE_SCOPE("nothing");
    }
    allocate(-200);
    std::thread([] {
      AUTOSCOPE_SCOPE("elsewhere");
      allocate(-5);
    }).join();
  });
  EXPECT_EQ(memoryOf(session), "outer -100/-\n.inner 5/1048576\n.nothing -/-\nelsewhere -5/-\n");
  EXPECT_EQ(session.lost(), 0u);
}

TEST(MemoryNotes, OutsideOfScopesHaveOneOfTheirOwn) {
  Session session = record("memory-outside", [] {
    allocate(64);
    {
      AUTOSCOPE_SCOPE("scope");
      allocate(1);
    }
    allocate(-64);
    allocate(32, Escape::DeviceMemory);
  });
  EXPECT_EQ(memoryOf(session), "[memory] 64/-\nscope 1/-\n[memory] -64/-\n[memory] -/32\n");
  EXPECT_EQ(session.lost(), 0u);
}

// A scope that was left by a jump is over, though nothing has shown it yet.
TEST(MemoryNotes, AreNotOfAScopeThatWasJumpedOutOf) {
  if (underSanitizer)
    GTEST_SKIP() << "the stack does not tell there";
  Session session = record("memory-jumped", [] {
    AUTOSCOPE_SCOPE("outer");
    uint32_t here = low(__builtin_frame_address(0));
    hot::enterForeign(deep, {here - 4096, here - 8192});  // by a callee that is over
    allocate(12);
  });
  EXPECT_EQ(memoryOf(session), "outer 12/-\n.deep -/-\n");
}

TEST(MemoryNotes, AHandlerThatAllocatesTakesNothingFromThem) {
  static volatile sig_atomic_t handled;
  handled = 0;
  struct sigaction before, action = {};
  action.sa_handler = [](int) {
    allocate(1000);
    handled = handled + 1;
  };
  sigaction(SIGUSR2, &action, &before);
  constexpr int64_t calls = 200'000;
  Session session = record("memory-handler", [] {
    pthread_t self = pthread_self();
    std::atomic<bool> over{false};
    std::thread other([&] {
      while (!over)
        pthread_kill(self, SIGUSR2);
    });
    {
      AUTOSCOPE_SCOPE("scope");
      for (int64_t i = 0; i < calls; ++i)
        allocate(1);
      over = true;
      other.join();
    }
  });
  sigaction(SIGUSR2, &before, nullptr);
  EXPECT_GT(handled, 0);
  const model::Row *scope = session.find("scope");
  ASSERT_TRUE(scope);
  // Those that interrupted a note are counted, and nowhere else.
  EXPECT_EQ(scope->selfUsage.cpu,
            calls + 1000 * (handled - static_cast<int64_t>(lostOf(session, record::LossCause::MemoryLost))));
}

TEST(MemoryNotes, WithoutRoomAreCounted) {
  Session session = record("memory-deep", [] {
    for (uint32_t i = 1; i <= 1000; ++i)
      hot::enterForeign(deep, {i * 16, 0});
    allocate(1);
    hot::leaveForeign(1000 * 16);
    allocate(2);
    allocate(3);
    allocate(4, Escape::DeviceMemory);
    for (uint32_t i = 999; i > 0; --i)
      hot::leaveForeign(i * 16);
  });
  EXPECT_EQ(session.profile().scopes, 1000u);
  EXPECT_EQ(session.find("deep")->selfUsage.cpu, 5);
  EXPECT_EQ(lostOf(session, record::LossCause::MemoryLost), 2u);
  EXPECT_EQ(session.lost(), 2u);
}

TEST(MemoryNotes, OfAScopeThatIsOpenAreThere) {
  Recording recording("memory-open");
  Session session = [&] {
    hot::enterForeign(deep, {0x10, 0});
    allocate(99);
    allocate(-1, Escape::DeviceMemory);
    return recording.stop();
  }();
  hot::leaveForeign(0x10);
  EXPECT_EQ(memoryOf(session), "deep 99/-1!\n");
}

// All that one record can have at once, many times, so that groups meet the ends of chunks.
TEST(MemoryNotes, GoTogetherWithEverythingElse) {
  constexpr uint64_t calls = 5000, longTime = 1ull << 33;
  hot::ArgumentList list = {[](__autoscope_shapes *shapes, const void *, uint32_t) {
                              __autoscope_shape_open(shapes);
                              __autoscope_shape_close(shapes);
                            },
                            nullptr, 1};
  Session session = record("memory-all", [&] {
    for (uint64_t i = 0; i < calls; ++i) {
      ASSERT_TRUE(hot::enterForeign(deep, {0x10, 0}));
      hot::noteArguments(deep, list);
      __autoscope_flops(&deep, 12);
      hot::noteSequence(deep, 6);
      allocate(-7);
      allocate(8, Escape::DeviceMemory);
      hot::ThreadSlot &slot = *hot::ownSlot();
      hot::Busy busy;
      slot.frames[0].word |= hot::moduleFrameBit;
      slot.modules[0].path = 77;
      slot.modules[0].around = 0;
      hot::closeFrame(slot, slot.frames[0].start + longTime, record::scopeCutByLongjmp);
    }
  });
  uint64_t found = 0;
  for (const record::Thread &thread : session.reader().threads()) {
    record::BackwardRecords records(thread.pieces);
    for (record::Record record; records.next(record); ++found) {
      EXPECT_EQ(record.duration, longTime);
      EXPECT_EQ(record.path, 77u);
      EXPECT_EQ(record.flags, record::scopeCutByLongjmp);
      EXPECT_NE(record.args, 0u);
      EXPECT_EQ(record.flops, 12u);
      EXPECT_EQ(record.sequence, 6u);
      EXPECT_TRUE(record.hasMemory && record.hasDeviceMemory);
      EXPECT_EQ(record.memoryBytes, -7);
      EXPECT_EQ(record.deviceMemoryBytes, 8);
    }
    EXPECT_EQ(records.damaged(), 0u);
  }
  EXPECT_EQ(found, calls);
}

// Also across the ends of chunks, which no group straddles, and behind the last scope.
TEST(MemoryNotes, SingleAllocationsAreKeptBesideTheScopes) {
  constexpr uint64_t count = 3 * record::chunkWords / 8;
  Session session = record("memory-single", [] {
    for (uint64_t i = 0; i < count; ++i) {
      AUTOSCOPE_SCOPE("scope");
      auto signedI = static_cast<int64_t>(i);
      note({reinterpret_cast<void *>(i), -signedI, 2 * signedI, signedI << 31, 1, i % 2 ? 3 : -1});
    }
    note({nullptr, 0, 0, 0, 0, 0});
  });
  uint64_t scopes = 0, found = 0, latest = ~uint64_t{0};
  for (const record::Thread &thread : session.reader().threads()) {
    record::BackwardRecords records(thread.pieces);
    records.visitAllocations([&](const record::SingleAllocation &told) {
      EXPECT_LE(told.ticks, latest);
      latest = told.ticks;
      uint64_t i = count - found++;
      if (i == count)
        return;
      auto signedI = static_cast<int64_t>(i);
      EXPECT_EQ(told.address, i);
      EXPECT_EQ(told.bytes, -signedI);
      EXPECT_EQ(told.allocated, 2 * signedI);
      EXPECT_EQ(told.reserved, signedI << 31);
      EXPECT_EQ(told.deviceType, 1u);
      EXPECT_EQ(told.deviceIndex, i % 2 ? 3 : -1);
    });
    for (record::Record record; records.next(record);)
      ++scopes;
    EXPECT_EQ(records.damaged(), 0u);
  }
  EXPECT_EQ(found, count + 1);
  EXPECT_EQ(scopes, count + 1);
  EXPECT_TRUE(session.reader().losses().empty());
}

// As the hooks of malloc tell it.
[[gnu::noinline]] void heap(const hot::HeapChange &change) {
  auto *slot = reinterpret_cast<hot::ThreadSlot *>(__autoscope_slot_of_thread);
  if (!hot::addToNote(*slot, change))
    hot::noteHeap(outside, low(__builtin_frame_address(0)), change);
  else if (hot::isFarFromTold(*slot))
    hot::tellOfHeap();
}
void take(int64_t bytes) {
  heap({bytes, static_cast<uint64_t>(bytes), 1, 0});
}
void give(int64_t bytes) {
  heap({-bytes, 0, 0, 1});
}

// Of the heap, without hooks that would tell of more than take() and give().
class HeapNotes : public testing::Test {
protected:
  HeapNotes() {
    setenv("AUTOSCOPE_MEMORY", "heap", 1);
    autoscope_heap_is_hooked = 1;
  }
  ~HeapNotes() override {
    unsetenv("AUTOSCOPE_MEMORY");
    autoscope_heap_is_hooked = 0;
  }
};

// "name net/allocated/allocations/frees/peak" of each scope by start.
std::string heapOf(const Session &session) {
  std::multimap<uint64_t, std::string> lines;
  for (const record::Thread &thread : session.reader().threads())
    model::ScopeWalk(session.reader(), thread).run([&](const model::Scope &scope) {
      std::string line(scope.level, '.');
      line += session.reader().names().sites()[scope.site].fields.name;
      if (scope.hasHeap)
        for (uint64_t number : {static_cast<uint64_t>(scope.usage.cpu), scope.heap.allocated,
                                uint64_t{scope.heap.allocations}, uint64_t{scope.heap.frees}, scope.heap.peak})
          line += " " + std::to_string(static_cast<int64_t>(number));
      lines.emplace(scope.startNs, line + (scope.finished ? "" : "!"));
    });
  std::string all;
  for (const auto &[start, line] : lines)
    all += line + "\n";
  return all;
}

TEST_F(HeapNotes, APeakIsOfTheScopeAndOfAllAroundIt) {
  Recording recording("heap-peaks");
  std::thread([] {
    AUTOSCOPE_SCOPE("outer");
    {
      AUTOSCOPE_SCOPE("first");
      take(1000);
      give(900);
    }
    take(50);
    {
      AUTOSCOPE_SCOPE("between");
      AUTOSCOPE_SCOPE("second");
      take(400);
      take(500);
      give(900);
    }
    give(150);
    {
      AUTOSCOPE_SCOPE("idle");
    }
  }).join();
  Session session = recording.stop();
  EXPECT_EQ(heapOf(session), "outer -100 50 1 1 1050\n"
                             ".first 100 1000 1 1 1000\n"
                             ".between 0 0 0 0 900\n"
                             "..second 0 900 2 1 900\n"
                             ".idle\n");
}

TEST_F(HeapNotes, OutsideOfScopesOneRecordIsForAllUntilTheNextScope) {
  Recording recording("heap-outside");
  std::thread([] {
    {
      AUTOSCOPE_SCOPE("enrols");
    }
    take(100);
    take(200);
    give(250);
    {
      AUTOSCOPE_SCOPE("one");
    }
    give(50);
    for (int i = 0; i < 1000; ++i)
      take(1);
  }).join();
  EXPECT_EQ(heapOf(recording.stop()), "enrols\n"
                                      "[memory] 50 300 2 1 300\n"
                                      "one\n"
                                      "[memory] 950 1000 1000 1 950\n");
}

// The chunk of a thread may come back to it, with another record where that one was.
TEST_F(HeapNotes, OutsideOfScopesNothingIsAddedToAnotherRecord) {
  Recording recording("heap-chunks");
  constexpr int calls = 40000;
  std::thread([] {
    for (int i = 0; i < calls; ++i) {
      {
        AUTOSCOPE_SCOPE("scope");
      }
      take(8);
      give(8);
    }
  }).join();
  Session session = recording.stop();
  EXPECT_EQ(session.calls("scope"), uint64_t{calls});
  const model::Row *row = session.find("[memory]");
  ASSERT_TRUE(row);
  EXPECT_EQ(row->selfUsage.cpu, 0);
  EXPECT_EQ(row->heap.allocations, uint64_t{calls});
  EXPECT_EQ(row->heap.frees, uint64_t{calls});
  EXPECT_EQ(session.lost(), 0u);
}

TEST_F(HeapNotes, TheProcessKnowsItsHighestAndWhatRanThen) {
  Recording recording("heap-process");
  std::thread([] {
    AUTOSCOPE_SCOPE("outer");
    take(100000);
    {
      AUTOSCOPE_SCOPE("peak");
      take(200000);
      give(250000);
    }
    take(10);
  }).join();
  Session session = recording.stop();
  const auto &process = session.reader().names().processMemory();
  ASSERT_TRUE(process);
  EXPECT_EQ(process->level, 50010);
  EXPECT_EQ(process->highest, 300000);
  ASSERT_TRUE(session.profile().heap);
  const model::OpenThread &there = session.profile().heap->there;
  ASSERT_EQ(there.rows.size(), 2u);
  EXPECT_EQ(session.profile().rows[there.rows[1]].name, "peak");
  ASSERT_EQ(session.reader().names().threadMemory().size(), 1u);
  const record::MemoryLevel &thread = session.reader().names().threadMemory().begin()->second;
  EXPECT_EQ(thread.level, 50010);
  EXPECT_EQ(thread.highest, 300000);
  EXPECT_EQ(thread.scopeStart, process->scopeStart);
}

// What a scope does that is of an earlier session counts as outside of scopes.
TEST_F(HeapNotes, AreOfOneSession) {
  Recording first("heap-first");
  hot::enterForeign(deep, {0x10, 0});
  take(1000);
  EXPECT_EQ(heapOf(first.stop()), "deep 1000 1000 1 0 1000!\n");
  Recording second("heap-second");
  std::string none = heapOf(second.stop());
  EXPECT_EQ(none.find("1000"), std::string::npos) << none;
  Recording third("heap-third");
  take(7);
  take(8);
  {
    AUTOSCOPE_SCOPE("inner");
    take(1);
  }
  take(2);
  hot::leaveForeign(0x10);
  Session session = third.stop();
  EXPECT_EQ(heapOf(session), "[memory] 15 15 2 0 15\ninner 1 1 1 0 1\n[memory] 2 2 1 0 2\n");
  EXPECT_EQ(session.reader().names().processMemory()->highest, 18);
}

TEST_F(HeapNotes, OfOpenScopesAreFoldedIntoThoseAround) {
  Recording recording("heap-open");
  Session session = [&] {
    for (uint32_t i = 1; i <= 3; ++i)
      hot::enterForeign(deep, {0x100 - 0x10 * i, 0});
    take(300);
    give(100);
    return recording.stop();
  }();
  for (uint32_t i = 3; i > 0; --i)
    hot::leaveForeign(0x100 - 0x10 * i);
  EXPECT_EQ(heapOf(session), "deep 0 0 0 0 300!\n.deep 0 0 0 0 300!\n..deep 200 300 1 1 300!\n");
}

}  // namespace
}  // namespace autoscope::test
