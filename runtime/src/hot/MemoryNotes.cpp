#include "hot/MemoryNotes.h"

#include "hot/Clock.h"
#include "hot/FrameWord.h"
#include "hot/OpenMemory.h"
#include "hot/RecordGroup.h"
#include "hot/SiteFlags.h"
#include "hot/ThreadState.h"
#include "hot/Upcalls.h"

extern "C" {
uint32_t autoscope_memory_session = 0;
}

namespace autoscope::hot {

namespace {

using record::Escape;

uint64_t sessionStart = 0;

// Of the innermost scope. False: there is no room.
bool addToTop(ThreadSlot &slot, Escape kind, int64_t bytes) {
  uint64_t state = slot.state();
  uint32_t depth = depthOf(state), scope = topScope(slot, depth);
  if (uint32_t note = noteOf(slot, scope, depth, kind)) {
    addBytes(slot.frames[note].start, bytes);
    return true;
  }
  if (!hasRoom(slot, 1))
    return false;
  put(slot.memoryAt(depth), {});
  openFrame(slot, state, makeArgumentNote(slot.frames[scope].word, kind), static_cast<uint64_t>(bytes));
  return true;
}

bool addHeapToTop(ThreadSlot &slot, const HeapChange &change) {
  uint64_t state = slot.state();
  uint32_t depth = depthOf(state), scope = topScope(slot, depth);
  uint32_t note = noteOf(slot, scope, depth, Escape::Memory);
  if (note == 0 && (note = openHeapNote(slot, relaxed(slot.header.heapLevel))) == 0)
    return false;
  addBytes(slot.frames[note].start, change.net);
  addBeside(slot, slot.memoryAt(note), change);
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

void addHeapOutside(__autoscope_site &outside, const Place &place, const HeapChange &change) {
  auto [slot, id] = readySlot(outside, place);
  if (!slot || addOutside(*slot, cursorOf(slot->state()), change))
    return;
  record::SlotHeader &header = slot->header;
  header.outsideEntry = relaxed(header.heapLevel);
  header.outsideCursor = 0;
  uint32_t depth = isOutside(*slot) ? 0 : depthOf(slot->state());
  if (uint32_t cursor = addHeapRecord(*slot, id, now(), depth)) {
    header.outsideCursor = cursor;
    addOutside(*slot, cursor, change);
  } else {
    addBytes(header.heapLevel, change.net);
  }
}

// A scope whose own note comes later must not take this for the level at its entry.
void addHeapApart(__autoscope_site &site, const Place &place, const HeapChange &change) {
  int64_t before = relaxed(ownSlot()->header.heapLevel);
  ownSlot()->header.outsideCursor = 0;
  addHeapOutside(site, place, change);
  ownSlot()->header.outsideCursor = 0;
  if (ThreadSlot *slot = ownSlot(); depthOf(slot->state()) != 0)
    handOn(*slot, {before, before, now(), true});
}

void tell(ThreadSlot &slot) {
  record::SlotHeader &header = slot.header;
  int64_t level = relaxed(header.heapLevel);
  uint32_t depth = depthOf(slot.state());
  uint64_t scope = depth ? slot.frames[topScope(slot, depth)].start : 0, time = now();
  int64_t process = upcall::heapMoved(header.uid, level - header.heapTold, {time, scope});
  __atomic_store_n(&header.heapTold, level, __ATOMIC_RELAXED);
  constexpr uint64_t ticksBetween = 1 << 18;  // some 100 us
  if (time - header.sampledAt < ticksBetween)
    return;
  header.sampledAt = time;
  addSample(slot, time, record::Counter::ProcessHeap, process);
}

}  // namespace

namespace {

enum class Where { Innermost, Apart };

bool noteHeapAt(Where where, __autoscope_site &site, uint32_t frame, const HeapChange &change) noexcept {
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
  renewMemory(*slot);
  if (where == Where::Apart)
    addHeapApart(site, place, change);
  else if (isOutside(*slot))
    addHeapOutside(site, place, change);
  else if (!addHeapToTop(*slot, change))
    upcall::lose(record::LossCause::MemoryLost, 1);
  if (isFarFromTold(*slot))
    tell(*slot);
  return true;
}

}  // namespace

bool noteHeap(__autoscope_site &outside, uint32_t frame, const HeapChange &change) noexcept {
  return noteHeapAt(Where::Innermost, outside, frame, change);
}

bool noteHeapApart(__autoscope_site &site, uint32_t frame, const HeapChange &change) noexcept {
  return noteHeapAt(Where::Apart, site, frame, change);
}

void noteHeapOutside(__autoscope_site &outside, const HeapChange &change, int64_t told, int64_t highest) noexcept {
  if (ThreadSlot *slot = ownSlot()) {
    renewMemory(*slot);
    // Up to the highest and down again, of which the record keeps the most.
    if (int64_t more = highest - change.net; more > 0) {
      addHeapOutside(outside, {0, 0}, {highest, 0, 1, 0});
      addHeapOutside(outside, {0, 0}, {-more, change.allocated, change.allocations - 1, change.frees});
    } else {
      addHeapOutside(outside, {0, 0}, change);
    }
    __atomic_store_n(&slot->header.heapTold, told, __ATOMIC_RELAXED);
  }
}

void tellOfHeap() noexcept {
  if (threadState.busy)
    return;
  Busy busy(guardOfTop(), Busy::For::Note);
  if (ThreadSlot *slot = busy.entered() ? ownSlot() : nullptr)
    tell(*slot);
}

void noteTensor(__autoscope_site &outside, const Place &place, const Allocated &told) noexcept {
  Busy busy(guardOfTop(), Busy::For::Note);
  if (!busy.entered()) {
    upcall::lose(record::LossCause::MemoryLost, 1);
    return upcall::lose(record::LossCause::AllocationsLost, 1);
  }
  ThreadSlot *slot = readyThread(place);
  if (!slot)
    return;
  renewMemory(*slot);
  Escape kind = told.deviceType ? Escape::DeviceMemory : Escape::Memory;
  if (isOutside(*slot))
    addOutside(outside, place, kind, told.bytes);
  else if (!addToTop(*slot, kind, told.bytes))
    upcall::lose(record::LossCause::MemoryLost, 1);
  uint32_t index = told.deviceIndex < 0 ? 0xffff : static_cast<uint32_t>(told.deviceIndex) & 0xffff;
  addAllocation(*slot, {now(), static_cast<uint64_t>(reinterpret_cast<uintptr_t>(told.address)), told.bytes,
                        told.allocated, told.reserved, told.deviceType << 16 | index});
}

uint64_t memorySince() noexcept {
  return relaxed(sessionStart);
}

void beginMemory(uint32_t number, bool ofHeap, uint64_t start) noexcept {
  __atomic_store_n(&sessionStart, start, __ATOMIC_RELAXED);
  __atomic_store_n(&autoscope_memory_session, record::memorySessionOf(number, ofHeap), __ATOMIC_RELEASE);
}

}  // namespace autoscope::hot
