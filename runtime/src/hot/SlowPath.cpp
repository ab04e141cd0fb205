// The out-of-line half of entering and leaving a scope: the functions that abi.h declares.
#include "hot/Clock.h"
#include "hot/FrameWord.h"
#include "hot/RecordGroup.h"
#include "hot/SiteFlags.h"
#include "hot/ThreadState.h"
#include "hot/Upcalls.h"

namespace autoscope::hot {

namespace {

using record::LossCause;

struct Entry {
  __autoscope_site &site;
  uint32_t address;
  uint32_t stack;
  bool isModule;
  const void *object;
  const void *base;
};

// Closes what a longjmp skipped: those frames ended some time before now, and now is the first moment that shows it.
void cutDeadFrames(ThreadSlot &slot, const Entry &entry) {
  uint32_t depth = depthOf(slot.state());
  uint32_t live = depth;
  while (live > 0 && isDeadFrame(slot.frames[live - 1].word, entry.address, entry.stack))
    --live;
  if (live == depth)
    return;
  uint64_t end = now();
  for (; depth > live; --depth)
    closeFrame(slot, end, record::scopeCutByLongjmp);
}

// Returns whether the frame to come has a module path; without one it is recorded as a plain scope.
bool pushModule(ThreadSlot &slot, const Entry &entry, uint32_t depth) {
  uint32_t count = slot.header.moduleCount;
  if (count >= record::maxOpenModules)
    return false;
  // Only a torch pointer may be handed to the torch bridge.
  const void *base = entry.site.__reserved & siteBaseIsTorch ? entry.base : nullptr;
  uint32_t path = upcall::modulePath(slot, entry.site, entry.object, base);
  if (path == 0)
    return false;
  record::OpenModule &module = slot.modules[count];
  __atomic_store_n(&module.depth, depth, __ATOMIC_RELAXED);
  __atomic_store_n(&module.path, path, __ATOMIC_RELAXED);
  module.object = reinterpret_cast<uint64_t>(entry.object);
  module.base = reinterpret_cast<uint64_t>(base);
  module.type = typeHashOf(entry.site);
  __atomic_store_n(&slot.header.moduleCount, count + 1, __ATOMIC_RELEASE);
  return true;
}

unsigned enter(const Entry &entry) noexcept {
  Busy busy;
  if (!busy.entered()) {
    upcall::lose(LossCause::Reentered, 1);
    return __autoscope_off;
  }
  uint32_t id = __atomic_load_n(&entry.site.__id, __ATOMIC_ACQUIRE);
  if (id == 0)
    id = upcall::registerSite(entry.site);
  if (!threadState.slot)
    threadState.slot = upcall::enrolThread();
  if (!threadState.slot)
    return __autoscope_off;

  ThreadSlot &slot = *threadState.slot;
  cutDeadFrames(slot, entry);
  uint64_t state = slot.state();
  uint32_t depth = depthOf(state);
  if (depth >= record::maxDepth) {
    upcall::lose(LossCause::TooDeep, 1);
    return __autoscope_off;
  }
  uint64_t word = makeFrameWord(entry.address, depth, id < record::maxSite ? id : record::maxSite);
  if (entry.isModule && pushModule(slot, entry, depth))
    word |= moduleFrameBit;
  record::Frame &frame = slot.frames[depth];
  __atomic_store_n(&frame.word, word, __ATOMIC_RELAXED);
  __atomic_store_n(&frame.start, now(), __ATOMIC_RELAXED);
  slot.setState(state + 1);
  return depth;
}

void leave(uint32_t address, uint32_t depth, uint64_t end) noexcept {
  Busy busy;
  if (!busy.entered()) {
    upcall::lose(LossCause::Reentered, 1);
    return;
  }
  if (!threadState.slot)
    return; // the child of a fork, or a thread whose slot was given back: the scope belongs to nobody
  ThreadSlot &slot = *threadState.slot;
  uint32_t open = depthOf(slot.state());
  if (depth >= open)
    return; // cut earlier, and already recorded
  if (guardAddressOf(slot.frames[depth].word) != (address & ~3u)) {
    upcall::lose(LossCause::MovedThread, 1);
    return;
  }
  if (clockIsOverridden())
    end = now();
  for (; open > depth + 1; --open)
    closeFrame(slot, end, record::scopeCutByLongjmp);
  closeFrame(slot, end, 0);
}

} // namespace

} // namespace autoscope::hot

extern "C" {

unsigned char __autoscope_enabled = 0;

unsigned __autoscope_enter_slow(__autoscope_site *site, __autoscope_guard *guard, unsigned stack) noexcept {
  return autoscope::hot::enter({*site, __autoscope_address(guard), stack, false, nullptr, nullptr});
}

unsigned __autoscope_enter_module(__autoscope_site *site, __autoscope_guard *guard, unsigned stack,
                                  const void *object, const void *base) noexcept {
  return autoscope::hot::enter({*site, __autoscope_address(guard), stack, true, object, base});
}

void __autoscope_leave_slow(__autoscope_guard *guard, __autoscope_u64 now) noexcept {
  autoscope::hot::leave(__autoscope_address(guard), guard->__depth, now);
}

} // extern "C"
