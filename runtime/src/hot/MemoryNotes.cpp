#include "hot/MemoryNotes.h"

#include "hot/Clock.h"
#include "hot/FrameWord.h"
#include "hot/RecordGroup.h"
#include "hot/SiteFlags.h"
#include "hot/ThreadState.h"
#include "hot/Upcalls.h"

namespace autoscope::hot {

namespace {

using record::Escape;

// Of the scope at `scope`, in a stack of `depth` frames; null: it has none.
record::Frame *noteOf(ThreadSlot &slot, uint32_t scope, uint32_t depth, Escape kind) {
  for (uint32_t note = scope + 1; note < depth; ++note)
    if (kindOfArgumentNote(slot.frames[note].word) == kind)
      return &slot.frames[note];
  return nullptr;
}

// Of the innermost scope. False: there is no room.
bool addToTop(ThreadSlot &slot, Escape kind, int64_t bytes) {
  uint64_t state = slot.state();
  uint32_t depth = depthOf(state), scope = topScope(slot, depth);
  if (record::Frame *note = noteOf(slot, scope, depth, kind)) {
    addBytes(note->start, bytes);
    return true;
  }
  if (!hasRoom(slot, 1))
    return false;
  openFrame(slot, state, makeArgumentNote(slot.frames[scope].word, kind), static_cast<uint64_t>(bytes));
  return true;
}

void addOutside(__autoscope_site &outside, const Place &place, Escape kind, int64_t bytes) {
  auto [slot, id] = readySlot(outside, place);
  if (!slot)
    return;
  uint64_t time = now();
  openFrame(*slot, slot->state(), makeFrameWord(place.address, depthOf(slot->state()), id), time);
  addToTop(*slot, kind, bytes);
  closeFrame(*slot, time, 0);
}

// To the record that was written last, if it is one of `outside` and of this session. It is still the thread's own.
bool addToLastRecord(ThreadSlot &slot, const __autoscope_site &outside, int64_t bytes) {
  constexpr uint32_t groupWords = 4;  // bytes, and the scope
  uint32_t cursor = cursorOf(slot.state()), used = cursor % record::chunkWords;
  if (used < record::chunkHeaderWords + groupWords)
    return false;
  auto *chunk = reinterpret_cast<record::ChunkHeader *>(slot.base() + (cursor - used));
  uint64_t *group = slot.base() + cursor - groupWords;
  uint32_t id = __atomic_load_n(&outside.__id, __ATOMIC_RELAXED) & ~markedSite;
  if (used < record::chunkHeaderWords + __atomic_load_n(&chunk->skipWords, __ATOMIC_RELAXED) + groupWords ||
      group[1] != (uint64_t(Escape::Memory) << 22 | record::escapeSite) || group[3] != id)
    return false;
  addBytes(group[0], bytes);
  return true;
}

}  // namespace

bool noteHeap(__autoscope_site &outside, uint32_t frame, int64_t bytes) noexcept {
  if (threadState.busy)
    return true;
  if (!ownSlot())
    return false;
  Busy busy(guardOfTop(), Busy::For::Note);
  if (!busy.entered())
    return true;
  // Without a stack: nothing is over because a program allocates on another one. Jumps are known (LongJump.h).
  const Place place = {frame & ~3u, 0};
  ThreadSlot *slot = readyThread(place);
  if (!slot)
    return true;
  if (depthOf(slot->state()) == 0) {
    if (!addToLastRecord(*slot, outside, bytes))
      addOutside(outside, place, Escape::Memory, bytes);
  } else if (!addToTop(*slot, Escape::Memory, bytes)) {
    upcall::lose(record::LossCause::MemoryLost, 1);
  }
  return true;
}

void noteHeapOutside(__autoscope_site &outside, int64_t bytes) noexcept {
  addOutside(outside, {0, 0}, Escape::Memory, bytes);
}

void noteMemory(__autoscope_site &outside, const Place &place, Escape kind, int64_t bytes) noexcept {
  Busy busy(guardOfTop(), Busy::For::Note);
  if (!busy.entered())
    return upcall::lose(record::LossCause::MemoryLost, 1);
  ThreadSlot *slot = readyThread(place);
  if (!slot)
    return;
  if (depthOf(slot->state()) == 0)
    addOutside(outside, place, kind, bytes);
  else if (!addToTop(*slot, kind, bytes))
    upcall::lose(record::LossCause::MemoryLost, 1);
}

void recordAllocation(const Place &place, const Allocated &told) noexcept {
  Busy busy(guardOfTop(), Busy::For::Note);
  if (!busy.entered())
    return upcall::lose(record::LossCause::AllocationsLost, 1);
  ThreadSlot *slot = readyThread(place);
  if (!slot)
    return;
  uint32_t index = told.deviceIndex < 0 ? 0xffff : static_cast<uint32_t>(told.deviceIndex) & 0xffff;
  addAllocation(*slot, {now(), static_cast<uint64_t>(reinterpret_cast<uintptr_t>(told.address)), told.bytes,
                        told.allocated, told.reserved, told.deviceType << 16 | index});
}

}  // namespace autoscope::hot
