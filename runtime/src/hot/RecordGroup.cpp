#include "hot/RecordGroup.h"

#include "hot/Emission.h"
#include "hot/FrameWord.h"
#include "hot/MemoryNotes.h"
#include "hot/OpenMemory.h"
#include "hot/Upcalls.h"

namespace autoscope::hot {

using record::Escape;
using record::Frame;

namespace {

class Group {
public:
  void add(uint64_t first, uint64_t second) {
    words_[count_++] = first;
    words_[count_++] = second;
  }
  void escape(Escape kind, uint64_t first, uint64_t high = 0) {
    add(first, high << 32 | uint64_t(kind) << 22 | record::escapeSite);
  }
  uint32_t count() const { return count_; }
  void copyTo(uint64_t *to) const {
    for (uint32_t i = 0; i < count_; ++i)
      to[i] = words_[i];
  }

private:
  // Flags, path, six notes, two more of the heap, slice, and two pairs for a long record.
  uint64_t words_[26];
  uint32_t count_ = 0;
};

// Makes sure that `words` fit into the slot's chunk; a group never straddles two. False: there is no chunk.
bool makeRoom(ThreadSlot &slot, uint32_t words) {
  uint64_t state = slot.state();
  uint32_t used = cursorOf(state) % record::chunkWords;
  if (used != 0 && record::chunkWords - used >= words)
    return true;
  if (used != 0) {
    uint64_t *at = slot.base() + cursorOf(state);
    uint32_t left = record::chunkWords - used;
    for (uint32_t i = 0; i < left; i += 2) {
      at[i] = 0;
      at[i + 1] = uint64_t(Escape::Pad) << 22 | record::escapeSite;
    }
    slot.setState(makeState(cursorOf(state) + left, depthOf(state)));
  }
  return upcall::nextChunk(slot);
}

// The record itself. `low`: the site and the depth, as in the common one.
void addScope(Group &group, uint64_t start, uint64_t end, uint64_t low, uint32_t depth) {
  // The counters of two cores may differ by a little: a thread that moved must not get a negative duration.
  uint64_t duration = end > start ? end - start : 0;
  if (duration >> 32) {
    group.escape(Escape::Long, duration, low & record::escapeSite);
    group.escape(Escape::Long2, start, depth);
  } else {
    group.add(start, duration << 32 | low);
  }
}

// What lies beside a note of memory, and that.
void addHeap(Group &group, int64_t net, const record::OpenMemory &memory, const HeapOfScope &heap) {
  auto count = [](uint64_t number) { return number < 0xffffffff ? number : 0xffffffff; };
  group.escape(Escape::Memory, static_cast<uint64_t>(net), count(memory.allocations));
  group.escape(Escape::Allocated, memory.allocated, count(memory.frees));
  group.escape(Escape::Peak, heap.highest > heap.entry ? static_cast<uint64_t>(heap.highest - heap.entry) : 0);
}

// The cursor behind it; 0: it is lost.
uint32_t write(ThreadSlot &slot, const Group &group, record::LossCause cause = record::LossCause::BufferFull) noexcept {
  if (!makeRoom(slot, group.count())) {
    upcall::lose(cause, 1);
    return 0;
  }
  uint32_t cursor = cursorOf(slot.state());
  group.copyTo(slot.base() + cursor);
  return cursor + group.count();
}

void close(ThreadSlot &slot, uint64_t end, uint64_t flags, uint64_t sliceBits) noexcept {
  uint32_t top = depthOf(slot.state());
  uint32_t depth = topScope(slot, top);
  const Frame frame = slot.frames[depth];
  const uint32_t tools = toolsToldOf(slot, depth, top);
  Group group;
  if (flags)
    group.escape(Escape::Flags, flags);
  if (isModuleFrame(frame.word))
    group.escape(Escape::Path, slot.modules[depth].path);
  HeapOfScope heap = {};
  for (uint32_t note = depth + 1; note < top; ++note) {
    const Escape kind = kindOfArgumentNote(slot.frames[note].word);
    const bool isOfMemory = kind == Escape::Memory || kind == Escape::DeviceMemory;
    if (kind == watchedNote || (isOfMemory && !hasMemoryOfNow(slot)))
      continue;
    if (kind == Escape::Memory && recordsHeap()) {
      const record::OpenMemory memory = get(slot.memoryAt(note));
      heap = heapOfScope(memory, frame.start);
      addHeap(group, static_cast<int64_t>(slot.frames[note].start), memory, heap);
    } else {
      group.escape(kind, slot.frames[note].start);
    }
  }
  uint32_t depthLeft = depth;
  if (isCoroutineFrame(frame.word)) {
    const Frame &note = slot.frames[--depthLeft];
    group.escape(Escape::Coroutine, note.start | sliceBits, note.word >> 32);
  }
  uint64_t low = (frame.word & record::escapeSite) | uint64_t(depth) << 22;  // the frame may be marked as being left
  addScope(group, frame.start, end, low, depth);

  uint32_t cursor = write(slot, group);
  if (isModuleFrame(frame.word))
    slot.header.innermostModule = slot.modules[depth].around;
  slot.setState(makeState(cursor, depthLeft));
  if (heap.isThere)
    handOn(slot, heap);
  emitEnd(tools);  // last: a handler that jumps out of it leaves nothing that would end twice
}

}  // namespace

void closeFrame(ThreadSlot &slot, uint64_t end, uint64_t flags) noexcept {
  close(slot, end, flags, 0);
}

void addRecord(ThreadSlot &slot, uint32_t site, const Stretch &stretch) noexcept {
  Group group;
  group.escape(Escape::Flags, stretch.flags);
  addScope(group, stretch.start, stretch.end, site | uint64_t(stretch.depth) << 22, stretch.depth);
  uint32_t cursor = write(slot, group);
  slot.setState(makeState(cursor, depthOf(slot.state())));
}

uint32_t addHeapRecord(ThreadSlot &slot, uint32_t site, uint64_t ticks, uint32_t depth) noexcept {
  Group group;
  addHeap(group, 0, {}, {});
  addScope(group, ticks, ticks, site | uint64_t{depth} << 22, depth);
  uint32_t cursor = write(slot, group);
  slot.setState(makeState(cursor, depthOf(slot.state())));
  return cursor;
}

void addSample(ThreadSlot &slot, uint64_t ticks, record::Counter counter, int64_t value) noexcept {
  Group group;
  group.escape(Escape::Sample, ticks, static_cast<uint32_t>(counter));
  group.escape(Escape::Sample2, static_cast<uint64_t>(value));
  uint32_t cursor = write(slot, group, record::LossCause::MemoryLost);
  slot.setState(makeState(cursor, depthOf(slot.state())));
}

void addAllocation(ThreadSlot &slot, const AllocationWords &told) noexcept {
  auto reserved = static_cast<uint64_t>(told.reserved);
  Group group;
  group.escape(Escape::Allocation, told.ticks, told.device);
  group.escape(Escape::Allocation2, told.address, reserved & 0xffffffff);
  group.escape(Escape::Allocation3, static_cast<uint64_t>(told.bytes), reserved >> 32);
  group.escape(Escape::Allocation4, static_cast<uint64_t>(told.allocated));
  uint32_t cursor = write(slot, group, record::LossCause::AllocationsLost);
  slot.setState(makeState(cursor, depthOf(slot.state())));
}

void closeSuspendedSlice(ThreadSlot &slot, uint64_t end) noexcept {
  close(slot, end, 0, record::sliceSuspended);
}

}  // namespace autoscope::hot
