#include "collect/OpenScopes.h"

#include "collect/ChunkContent.h"
#include "collect/MetaLog.h"
#include "hot/FrameWord.h"
#include "hot/OpenMemory.h"

#include <algorithm>
#include <map>
#include <optional>

namespace autoscope::collect {

using hot::cursorOf;
using hot::depthOf;
using record::MetaKind;

namespace {

// No scope and no note of one.
const OpenFrame gone;

bool isGone(const OpenFrame &frame) {
  return frame.word == 0;
}

bool isNoteOfMemory(uint64_t word) {
  if (!hot::isArgumentNote(word))
    return false;
  record::Escape kind = hot::kindOfArgumentNote(word);
  return kind == record::Escape::Memory || kind == record::Escape::DeviceMemory;
}

struct HeapOfOpen {
  int64_t net = 0;
  record::OpenMemory memory = {};
  uint64_t peak = 0;
};

// The first scope of a depth that ended since the instant is the one that was open there; the frame may be another's by
// now. All above it had ended by then, so what has no record of its own was a note.
void putBack(std::vector<OpenFrame> &frames, const std::vector<EndedScope> &ended) {
  uint32_t known = uint32_t(frames.size());  // from here on
  for (const EndedScope &scope : ended) {
    if (scope.depth >= known)
      continue;
    for (uint32_t above = scope.depth + 1; above < known; ++above)
      frames[above] = gone;
    known = scope.depth;
    frames[known] = {scope.start, uint64_t(scope.depth) << 22 | scope.site, scope.path, {}};
    if (scope.isSlice && known > 0)  // goes with its note
      frames[known] = frames[known - 1] = gone;
  }
}

}  // namespace

ThreadCut cutOf(const Ring &ring, const hot::ThreadSlot &slot) {
  return cutAt(ring, slot, __atomic_load_n(&slot.header.state, __ATOMIC_ACQUIRE));
}

ThreadCut cutAt(const Ring &ring, const hot::ThreadSlot &slot, uint64_t state) {
  ThreadCut cut;
  cut.state = state;
  const bool hasMemory = hot::hasMemoryOfNow(slot);
  cut.hasHeap = hasMemory && hot::recordsHeap();
  for (uint32_t depth = 0; depth < depthOf(cut.state); ++depth) {
    // Acquire, so that the second look at the state comes after them.
    uint64_t start = __atomic_load_n(&slot.frames[depth].start, __ATOMIC_ACQUIRE);
    uint64_t word = __atomic_load_n(&slot.frames[depth].word, __ATOMIC_ACQUIRE);
    uint32_t path = hot::isModuleFrame(word) ? __atomic_load_n(&slot.modules[depth].path, __ATOMIC_ACQUIRE) : 0;
    OpenFrame frame = {start, word, path, {}};
    if (isNoteOfMemory(word)) {
      if (hasMemory)
        frame.memory = hot::get(slot.memoryAt(depth));
      else
        frame = gone;
    }
    cut.frames.push_back(frame);
  }
  uint32_t before = cursorOf(cut.state), after = cursorOf(__atomic_load_n(&slot.header.state, __ATOMIC_ACQUIRE));
  if (before != 0 && after > before) {
    uint32_t first = (before - 1) / record::chunkWords * record::chunkWords;
    putBack(cut.frames, endedScopes(ring.chunk(first / record::chunkWords), before - first, after - first));
  }
  return cut;
}

uint64_t dropLater(std::vector<OpenFrame> &frames, uint64_t ticks) {
  auto isScope = [](const OpenFrame &frame) { return !isGone(frame) && !hot::isNote(frame.word); };
  size_t kept = 0;
  while (kept < frames.size() && !(isScope(frames[kept]) && frames[kept].start >= ticks))
    ++kept;
  auto scopes = uint64_t(std::count_if(frames.begin() + ptrdiff_t(kept), frames.end(), isScope));
  if (scopes && kept > 0 && hot::isCoroutineNote(frames[kept - 1].word))
    --kept;
  frames.resize(kept);
  return scopes;
}

namespace {

// What of the heap an open scope has to tell, by its depth: a callee that is open has not handed on yet how high the
// level was.
std::map<uint32_t, HeapOfOpen> heapOf(const ThreadCut &cut) {
  std::map<uint32_t, HeapOfOpen> all;
  if (!cut.hasHeap)
    return all;
  const std::vector<OpenFrame> &frames = cut.frames;
  std::optional<hot::HeapOfScope> inside;
  std::optional<uint32_t> note;
  for (auto depth = static_cast<uint32_t>(frames.size()); depth-- > 0;) {
    const OpenFrame &frame = frames[depth];
    if (isNoteOfMemory(frame.word) && hot::kindOfArgumentNote(frame.word) == record::Escape::Memory)
      note = depth;
    if (isGone(frame) || hot::isNote(frame.word))
      continue;
    HeapOfOpen heap;
    if (note) {
      heap.net = static_cast<int64_t>(frames[*note].start);
      heap.memory = frames[*note].memory;
      hot::HeapOfScope own = hot::heapOfScope(heap.memory, frame.start);
      if (!inside || own.highest >= inside->highest)
        inside = own;
      inside->entry = own.entry;
    }
    if (inside) {
      heap.peak = static_cast<uint64_t>(inside->highest - inside->entry);
      all[depth] = heap;
    }
    note.reset();
  }
  return all;
}

}  // namespace

void appendOpenScopes(std::vector<uint8_t> &entries, uint32_t uid, const ThreadCut &cut) {
  const std::vector<OpenFrame> &frames = cut.frames;
  const std::map<uint32_t, HeapOfOpen> heap = heapOf(cut);
  auto add = [&entries](Entry &entry) {
    const std::vector<uint8_t> &bytes = entry.bytes();
    entries.insert(entries.end(), bytes.begin(), bytes.end());
  };
  uint64_t call = 0;
  uint32_t slice = 0;
  for (uint32_t depth = 0; depth < frames.size(); ++depth) {
    const OpenFrame &frame = frames[depth];
    if (isGone(frame) || hot::isWatchedNote(frame.word))
      continue;
    auto addNote = [&](record::Escape kind, uint64_t value, uint64_t count = 0) {
      uint64_t high = std::min(count, uint64_t{0xffffffff});
      add(Entry(MetaKind::OpenNote).u32(uid).u32(uint32_t(kind)).u64(value).u64(high));
    };
    if (hot::isArgumentNote(frame.word)) {
      record::Escape kind = hot::kindOfArgumentNote(frame.word);
      if (kind != record::Escape::Memory || !cut.hasHeap)
        addNote(kind, frame.start);
      continue;
    }
    if (hot::isCoroutineNote(frame.word)) {
      call = frame.start;
      slice = uint32_t(frame.word >> 32);
      continue;
    }
    if (call)
      add(Entry(MetaKind::OpenCoroutine).u32(uid).u32(depth).u64(call).u32(slice).u32(0));
    call = 0;
    uint32_t site = uint32_t(frame.word) & record::escapeSite;
    add(Entry(MetaKind::OpenScope).u32(uid).u32(depth).u64(frame.start).u32(site).u32(frame.path));
    if (auto at = heap.find(depth); at != heap.end()) {
      addNote(record::Escape::Memory, static_cast<uint64_t>(at->second.net), at->second.memory.allocations);
      addNote(record::Escape::Allocated, at->second.memory.allocated, at->second.memory.frees);
      addNote(record::Escape::Peak, at->second.peak);
    }
  }
}

}  // namespace autoscope::collect
