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

[[gnu::noinline]] void allocate(int64_t bytes, Escape kind = Escape::Memory) {
  uint32_t frame = low(__builtin_frame_address(0));
  hot::noteMemory(outside, {frame & ~3u, underSanitizer ? 0 : frame}, kind, bytes);
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
  EXPECT_EQ(scope->selfUsage.cpu, calls + 1000 * (handled - static_cast<int64_t>(session.lost())));
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
  ASSERT_EQ(session.profile().losses.causes.size(), 1u);
  EXPECT_EQ(session.profile().losses.causes[0].first, record::LossCause::MemoryLost);
  EXPECT_EQ(session.profile().losses.causes[0].second, 2u);
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
    hot::Place place = {low(__builtin_frame_address(0)) & ~3u, underSanitizer ? 0 : low(__builtin_frame_address(0))};
    for (uint64_t i = 0; i < count; ++i) {
      AUTOSCOPE_SCOPE("scope");
      auto signedI = static_cast<int64_t>(i);
      hot::recordAllocation(place,
                            {reinterpret_cast<void *>(i), -signedI, 2 * signedI, signedI << 31, 1, i % 2 ? 3 : -1});
    }
    hot::recordAllocation(place, {nullptr, 0, 0, 0, 0, 0});
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
  EXPECT_EQ(scopes, count);
  EXPECT_TRUE(session.reader().losses().empty());
}

}  // namespace
}  // namespace autoscope::test
