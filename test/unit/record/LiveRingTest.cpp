// A ring is copied as it was at one moment for each thread, whatever the thread does between two loads of the copier.
//
// The moment between two loads is found by a page that cannot be read: the copier's first access to it lets the thread
// go on, and then the copier.
#include "record/LiveRing.h"

#include <csignal>
#include <cstdint>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <sys/mman.h>

namespace autoscope::record {
namespace {

constexpr size_t page = 4096;
constexpr uint32_t uid = 5, site = 1, other = 2;

// What happens at the first access to a page.
struct Trap {
  char *at = nullptr;
  std::function<void()> happens;
} trap;

void spring(int, siginfo_t *info, void *) {
  char *address = static_cast<char *>(info->si_addr);
  if (!trap.at || address < trap.at || address >= trap.at + page) {
    std::signal(SIGSEGV, SIG_DFL);
    return;
  }
  mprotect(trap.at, page, PROT_READ | PROT_WRITE);
  trap.at = nullptr;
  trap.happens();
}

class LiveRingTest : public testing::Test {
protected:
  static constexpr uint32_t depth = 300;  // its innermost frames lie on another page than the state
  static constexpr size_t slotOffset = page, size = 3 * chunkBytes;

  void SetUp() override {
    void *mapping = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(mapping, MAP_FAILED);
    ring_ = static_cast<char *>(mapping);
    header_.magic = ringMagic;
    header_.version = formatVersion;
    header_.slotBytes = slotBytes;
    header_.slots = 1;
    header_.slotOffset = slotOffset;
    header_.metaOffset = slotOffset + slotBytes;
    header_.firstChunk = 1;
    header_.chunks = 2;
    struct sigaction action{};
    action.sa_sigaction = spring;
    action.sa_flags = SA_SIGINFO;
    ASSERT_EQ(sigaction(SIGSEGV, &action, &before_), 0);
  }
  void TearDown() override {
    sigaction(SIGSEGV, &before_, nullptr);
    munmap(ring_, size);
  }

  SlotHeader &slot() { return *reinterpret_cast<SlotHeader *>(ring_ + slotOffset); }
  Frame &frame(uint32_t level) { return reinterpret_cast<Frame *>(ring_ + slotOffset + slotFramesOffset)[level]; }
  ChunkHeader &chunk(uint32_t number) { return *reinterpret_cast<ChunkHeader *>(ring_ + number * chunkBytes); }
  uint64_t &word(uint32_t number, uint32_t n) { return reinterpret_cast<uint64_t *>(ring_ + number * chunkBytes)[n]; }

  // A thread with a chunk and `depth` open scopes.
  void start(uint32_t words) {
    chunk(1).threadUid = uid;
    chunk(1).state = ChunkState::Active;
    slot().uid = uid;
    slot().sequence = 1;
    slot().state = uint64_t{chunkWords + words} << 32 | depth;
    for (uint32_t level = 0; level < depth; ++level)
      frame(level) = {1000 + level, uint64_t{level} << 22 | site};
  }
  // The innermost scope is left, and another one entered in its place.
  void leaveAndEnter() {
    uint64_t cursor = slot().state >> 32;
    auto used = static_cast<uint32_t>(cursor - chunkWords);
    word(1, used) = frame(depth - 1).start;
    word(1, used + 1) = uint64_t{7} << 32 | uint64_t{depth - 1} << 22 | site;
    slot().state = (cursor + 2) << 32 | (depth - 1);
    frame(depth - 1) = {9999, uint64_t{depth - 1} << 22 | other};
    slot().state = (cursor + 2) << 32 | depth;
  }
  void atFirstAccessTo(size_t offset, std::function<void()> happens) {
    trap.at = ring_ + offset;
    trap.happens = std::move(happens);
    ASSERT_EQ(mprotect(trap.at, page, PROT_NONE), 0);
  }
  void copy() {
    ASSERT_EQ(copyLiveRing(reinterpret_cast<std::byte *>(ring_), size, header_, /*changes=*/true, copied_),
              Copied::Yes);
    ASSERT_EQ(trap.at, nullptr) << "nothing read the page";
  }
  template <class T> const T &copied(size_t offset) {
    return *reinterpret_cast<const T *>(copied_.bytes.data() + offset);
  }

  char *ring_ = nullptr;
  RingHeader header_{};
  LiveRing copied_;
  struct sigaction before_{};
};

TEST_F(LiveRingTest, ShowsAScopeAsOpenThatIsLeftWhileItsFrameIsRead) {
  constexpr uint32_t words = chunkHeaderWords + 4;
  start(words);
  static_assert(slotFramesOffset + (depth - 1) * sizeof(Frame) >= page);
  atFirstAccessTo(slotOffset + page, [this] { leaveAndEnter(); });
  copy();
  EXPECT_EQ(copied<SlotHeader>(slotOffset).state, uint64_t{chunkWords + words} << 32 | depth);
  for (uint32_t level : {depth - 2, depth - 1}) {
    const auto &shown = copied<Frame>(slotOffset + slotFramesOffset + level * sizeof(Frame));
    EXPECT_EQ(shown.start, 1000 + level);
    EXPECT_EQ(shown.word, uint64_t{level} << 22 | site);
  }
  EXPECT_EQ(copied_.moments.at(uid).words, 4u);
  EXPECT_EQ(copied<ChunkHeader>(chunkBytes).words, words);
}

TEST_F(LiveRingTest, LeavesOutAChunkThatIsTakenForOtherScopesWhileItIsRead) {
  start(chunkHeaderWords + 4);
  ChunkHeader &full = chunk(2);
  full.threadUid = uid;
  full.sequence = 0;
  full.words = 2 * page / 8;
  chunk(1).sequence = 1;
  slot().sequence = 2;
  full.state = ChunkState::Full;
  copy();
  EXPECT_EQ(copied<ChunkHeader>(2 * chunkBytes).state, ChunkState::Full);

  for (ChunkState state : {ChunkState::Free, ChunkState::Full}) {
    full.sequence = 0;
    full.state = ChunkState::Full;
    atFirstAccessTo(2 * chunkBytes + page, [&] {
      full.state = state;
      full.sequence = state == ChunkState::Free ? 0 : 9;
    });
    copy();
    EXPECT_EQ(copied<ChunkHeader>(2 * chunkBytes).state, ChunkState::Free);
  }
}

}  // namespace
}  // namespace autoscope::record
