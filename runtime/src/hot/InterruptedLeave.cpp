#include "hot/InterruptedLeave.h"

#include "hot/Clock.h"
#include "hot/RecordGroup.h"
#include "hot/ThreadState.h"
#include "hot/Uninterrupted.h"
#include "hot/Upcalls.h"

namespace autoscope::hot {

namespace {

// Of several to one chunk the last gives it back.
void forget(StoreInFlight &store) noexcept {
  if (!store.kept) {
    store = {};
    return;
  }
  Uninterrupted uninterrupted;  // or the chunk would be nobody's for ever
  const uint32_t chunk = store.chunk;
  store = {};
  if (!keepForInterruptedLeave(chunk))
    upcall::releaseChunk(chunk);
}

// Those whose guard is gone were left by a longjmp out of the handler.
StoreInFlight *freeEntry(const Place &place) noexcept {
  StoreInFlight *free = nullptr;
  for (StoreInFlight &store : threadState.inFlight) {
    if (store.chunk && isDeadFrame(makeFrameWord(store.address, 0, 0), place.address, place.stack))
      forget(store);
    if (!store.chunk)
      free = &store;
  }
  return free;
}

}  // namespace

bool endInterruptedLeave(ThreadSlot &slot, const Place &place) noexcept {
  uint64_t state = slot.state();
  uint32_t depth = depthOf(state);
  if (depth == 0 || !isLeaving(slot.frames[depth - 1].word))
    return true;
  StoreInFlight *entry = freeEntry(place);
  if (!entry)
    return false;
  const record::Frame frame = slot.frames[depth - 1];
  // The record must fit where the short one will be written.
  uint64_t end = now(), longest = frame.start + ~uint32_t(0);
  *entry = {(cursorOf(state) - 1) / record::chunkWords, guardAddressOf(frame.word), false};
  closeFrame(slot, end < longest ? end : longest, 0);
  return true;
}

void interruptedLeaveGoesOn(uint32_t address) noexcept {
  for (StoreInFlight &store : threadState.inFlight)
    if (store.chunk && store.address == (address & ~3u))
      forget(store);
}

void forgetInterruptedLeaves() noexcept {
  for (StoreInFlight &store : threadState.inFlight)
    forget(store);
}

void forgetInterruptedLeaves(uint64_t begin, uint64_t end) noexcept {
  for (StoreInFlight &store : threadState.inFlight)
    if (store.chunk && store.address - static_cast<uint32_t>(begin) < end - begin)
      forget(store);
}

bool keepForInterruptedLeave(uint32_t chunk) noexcept {
  for (StoreInFlight &store : threadState.inFlight)
    if (chunk && store.chunk == chunk)
      return store.kept = true;
  return false;
}

}  // namespace autoscope::hot
