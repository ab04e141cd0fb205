#include "hot/MemoryNotes.h"

#include "hot/Clock.h"
#include "hot/FrameWord.h"
#include "hot/RecordGroup.h"
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
    __atomic_fetch_add(&note->start, static_cast<uint64_t>(bytes), __ATOMIC_RELAXED);
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

}  // namespace

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
