#include "record/LiveRing.h"

#include "record/Records.h"

#include <algorithm>
#include <cstring>
#include <sched.h>
#include <vector>

namespace autoscope::record {

namespace {

constexpr int mostLooks = 10'000;   // at a thread that changes chunks all the time
constexpr int mostWaits = 10;       // for a thread to get its next chunk, before it is taken as one that has none
constexpr int mostUnchanged = 100;  // looks at a thread that stands still, and whose chunk is not its own: damage

template <class T> T load(const std::byte *at) {
  return __atomic_load_n(reinterpret_cast<const T *>(at), __ATOMIC_ACQUIRE);
}

template <class T> T &at(std::byte *bytes) {
  return *reinterpret_cast<T *>(bytes);
}

// What of a chunk's header a copy depends on.
struct ChunkFacts {
  ChunkState state;
  uint32_t uid, sequence;

  explicit ChunkFacts(const std::byte *chunk)
      : state(static_cast<ChunkState>(load<uint32_t>(chunk + offsetof(ChunkHeader, state)))),
        uid(load<uint32_t>(chunk + offsetof(ChunkHeader, threadUid))),
        sequence(load<uint32_t>(chunk + offsetof(ChunkHeader, sequence))) {}
  bool isOf(const ChunkFacts &other) const { return uid == other.uid && sequence == other.sequence; }
};

class Copier {
public:
  Copier(const std::byte *ring, const RingHeader &header, bool changes, LiveRing &copy)
      : ring_(ring), header_(header), waits_(changes ? mostWaits : 0), copy_(copy) {}

  Copied run() {
    at<RingHeader>(copy_.bytes.data()) = header_;
    for (uint32_t i = 0; i < header_.slots; ++i)
      if (!copySlot(i))
        return Copied::Moved;
    copyChunks();
    // A thread without a chunk may have been about to install one, of which we could not see that it was its next.
    for (const Handing &handing : handing_)
      if (load<uint64_t>(slot(handing.slot)) >> 32 != 0 ||
          load<uint32_t>(slot(handing.slot) + offsetof(SlotHeader, sequence)) != handing.sequence)
        return Copied::Moved;
    return Copied::Yes;
  }

private:
  struct Handing {
    uint32_t slot, sequence;
  };

  uint64_t slotOffset(uint32_t i) const { return header_.slotOffset + uint64_t{i} * header_.slotBytes; }
  const std::byte *slot(uint32_t i) const { return ring_ + slotOffset(i); }
  const std::byte *chunk(uint64_t number) const { return ring_ + number * chunkBytes; }
  bool modulesByDepth() const { return header_.version >= firstVersionOfModulesByDepth; }
  bool hasOpenMemory() const { return header_.version >= firstVersionOfOpenMemory; }

  bool copySlot(uint32_t i);
  void reopen(const std::vector<uint64_t> &left, std::byte *slot, uint32_t depth);
  void copyChunks();
  void copyChunk(uint64_t number);

  const std::byte *ring_;
  const RingHeader &header_;
  const int waits_;
  LiveRing &copy_;
  std::vector<Handing> handing_;
};

// False: the thread's chunk is one that the header does not know yet.
bool Copier::copySlot(uint32_t i) {
  const std::byte *from = slot(i);
  std::byte *to = copy_.bytes.data() + slotOffset(i);
  for (int look = 0, unchanged = 0; look < mostLooks && unchanged < mostUnchanged; ++look) {
    auto uid = load<uint32_t>(from + offsetof(SlotHeader, uid));
    if (uid == 0 || copy_.moments.count(uid) != 0)  // a thread has one slot: another one is damage
      return true;
    auto state = load<uint64_t>(from);
    auto sequence = load<uint32_t>(from + offsetof(SlotHeader, sequence));
    auto cursor = static_cast<uint32_t>(state >> 32);
    uint32_t depth = std::min(static_cast<uint32_t>(state), maxDepth), number = 0, used = 0;
    if (cursor != 0) {
      number = (cursor - 1) / chunkWords;
      used = cursor - number * chunkWords;
      if (number < header_.firstChunk || used < chunkHeaderWords)
        return true;  // damaged
      if (number - header_.firstChunk >= header_.chunks)
        return false;
    }
    const std::byte *chunkAt = chunk(number);
    ChunkFacts before(chunkAt);
    std::memcpy(to + slotFramesOffset, from + slotFramesOffset, depth * sizeof(Frame));
    std::memcpy(to + slotModulesOffset, from + slotModulesOffset,
                (modulesByDepth() ? depth : maxListedModules) * sizeof(OpenModule));
    if (hasOpenMemory())
      std::memcpy(to + slotMemoryOffset, from + slotMemoryOffset, (depth + 1) / 2 * sizeof(OpenMemory));
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    auto stateNow = load<uint64_t>(from);
    bool sameOwner = load<uint32_t>(from + offsetof(SlotHeader, uid)) == uid;
    if (cursor == 0) {
      // In the middle of a hand-off, for an instant or until there is a free chunk.
      if (look < waits_ || stateNow != state || !sameOwner) {
        sched_yield();
        continue;
      }
      handing_.push_back({i, sequence});
      copy_.moments[uid] = {sequence, 0};
    } else {
      auto cursorNow = static_cast<uint32_t>(stateNow >> 32);
      bool isItsChunk = sameOwner && before.uid == uid && cursorNow >= cursor && (cursorNow - 1) / chunkWords == number;
      const auto *words = reinterpret_cast<const uint64_t *>(chunkAt);
      std::vector<uint64_t> left;
      if (isItsChunk)
        left.assign(words + used, words + (cursorNow - number * chunkWords));
      __atomic_thread_fence(__ATOMIC_ACQUIRE);
      if (!isItsChunk || !ChunkFacts(chunkAt).isOf(before)) {
        unchanged += stateNow == state && sameOwner;
        continue;
      }
      // What has been left since `state` was open then, and its frame may have been somebody else's when we read it.
      reopen(left, to, depth);
      auto skipped = load<uint32_t>(chunkAt + offsetof(ChunkHeader, skipWords));
      copy_.moments[uid] = {before.sequence, used - chunkHeaderWords - std::min(used - chunkHeaderWords, skipped)};
    }
    auto &header = at<SlotHeader>(to);
    std::memcpy(&header, from, sizeof(header));
    header.state = state;
    header.uid = uid;
    return true;
  }
  return true;
}

// Puts frames back from the records of what was left since. A record of a lower depth than any before it is of a scope
// that was open at the start; notes of such a scope went with it.
void Copier::reopen(const std::vector<uint64_t> &left, std::byte *slot, uint32_t depth) {
  std::vector<Piece> pieces = {{left.data(), left.data() + left.size()}};
  std::vector<Record> records;
  BackwardRecords backward(pieces);
  for (Record record; backward.next(record);)
    records.push_back(record);
  auto frame = [slot](uint32_t level) -> Frame & { return at<Frame>(slot + slotFramesOffset + level * sizeof(Frame)); };
  auto note = [&](uint32_t level, Escape kind, uint64_t value) {
    frame(level) = {value, uint64_t{maxDepth + static_cast<uint32_t>(kind)} << 22 | escapeSite};
  };

  uint32_t open = depth;
  for (auto record = records.rbegin(); record != records.rend(); ++record) {
    if (record->depth >= open)
      continue;
    uint32_t level = record->depth, site = std::min(record->site, maxSite);
    frame(level) = {record->start, (record->path ? moduleFrame : 0) | uint64_t{level} << 22 | site};
    if (modulesByDepth())
      at<OpenModule>(slot + slotModulesOffset + level * sizeof(OpenModule)).path = record->path;
    const struct {
      Escape kind;
      uint64_t value;
      bool isThere;
    } notes[] = {{Escape::Args, record->args, record->args != 0},
                 {Escape::Flops, record->flops, record->flops != 0},
                 {Escape::Sequence, record->sequence, record->sequence != 0},
                 {Escape::Memory, static_cast<uint64_t>(record->memoryBytes), record->hasMemory},
                 {Escape::DeviceMemory, static_cast<uint64_t>(record->deviceMemoryBytes), record->hasDeviceMemory}};
    uint32_t next = level + 1;
    for (const auto &each : notes)
      if (each.isThere && next < open) {
        if (each.kind == Escape::Memory && hasOpenMemory())
          at<OpenMemory>(slot + slotMemoryOffset +
                         next / 2 * sizeof(OpenMemory)) = {0,
                                                           static_cast<int64_t>(record->heap.peak),
                                                           0,
                                                           levelsUnknown,
                                                           record->heap.allocated,
                                                           record->hasHeap ? record->heap.allocations : 0,
                                                           record->heap.frees};
        note(next++, each.kind, each.value);
      }
    while (next < open)
      note(next++, Escape::Pad, 0);  // says nothing
    open = level;
    if (record->coroutine.call && level > 0)
      frame(--open) = {record->coroutine.call,
                       uint64_t{record->coroutine.number} << 32 | uint64_t{open} << 22 | escapeSite};
  }
}

// Newest first: where old chunks are given up for new ones, what is missing then is at the old end.
void Copier::copyChunks() {
  std::vector<std::pair<uint64_t, uint64_t>> filled;
  for (uint64_t number = header_.firstChunk; number < uint64_t{header_.firstChunk} + header_.chunks; ++number)
    if (ChunkFacts(chunk(number)).state != ChunkState::Free)
      filled.emplace_back(load<uint64_t>(chunk(number) + offsetof(ChunkHeader, baseTicks)), number);
  std::sort(filled.rbegin(), filled.rend());
  for (auto [ticks, number] : filled)
    copyChunk(number);
}

void Copier::copyChunk(uint64_t number) {
  const std::byte *from = chunk(number);
  ChunkFacts before(from);
  auto used = load<uint32_t>(from + offsetof(ChunkHeader, words));
  auto skipped = load<uint32_t>(from + offsetof(ChunkHeader, skipWords));
  auto moment = copy_.moments.find(before.uid);
  bool isKnown = moment != copy_.moments.end();
  if (before.state == ChunkState::Free || skipped > chunkWords ||
      (isKnown && before.sequence > moment->second.sequence))
    return;
  if (isKnown && before.sequence == moment->second.sequence)
    used = chunkHeaderWords + skipped + moment->second.words;
  else if (before.state == ChunkState::Active)
    return;  // of a thread that has begun since
  if (used > chunkWords || used <= chunkHeaderWords + skipped)
    return;
  std::byte *to = copy_.bytes.data() + number * chunkBytes;
  std::memcpy(to, from, used * sizeof(uint64_t));
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  ChunkFacts after(from);
  auto &header = at<ChunkHeader>(to);
  header.threadUid = before.uid;
  header.sequence = before.sequence;
  header.words = used;
  header.skipWords = skipped;
  // Else it has been written meanwhile, and is in the stream.
  bool isWhole = after.isOf(before) && after.state != ChunkState::Free;
  header.state = isWhole ? ChunkState::Full : ChunkState::Free;
}

}  // namespace

Copied copyLiveRing(const std::byte *ring, size_t size, const RingHeader &header, bool changes, LiveRing &copy) {
  copy.bytes = PrivateBytes(size);
  copy.moments.clear();
  return Copier(ring, header, changes, copy).run();
}

}  // namespace autoscope::record
