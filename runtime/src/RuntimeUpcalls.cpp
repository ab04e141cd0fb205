// What the hot path asks of the root (hot/Upcalls.h).
#include "Runtime.h"

#include "NoCancellation.h"
#include "hot/ShadowStack.h"
#include "hot/SiteFlags.h"
#include "hot/ThreadState.h"
#include "hot/Uninterrupted.h"
#include "hot/Upcalls.h"

namespace autoscope::hot::upcall {

ThreadSlot *enrolThread() noexcept {
  Runtime &runtime = Runtime::instance();
  if (!runtime.isReadyForScopes())
    return nullptr;
  // One who jumps out behind this has a slot that is given back when the thread ends.
  Uninterrupted uninterrupted;
  ThreadSlot *slot = runtime.collector().enrolThread(uninterrupted);
  threadState.slot = slot;
  if (slot)
    runtime.watchThreadEnd(*slot);
  return slot;
}

bool nextChunk(ThreadSlot &slot) noexcept {
  Uninterrupted uninterrupted;
  return Runtime::instance().collector().nextChunk(slot, uninterrupted);
}

void releaseChunk(uint32_t number) noexcept {
  Uninterrupted uninterrupted;
  Runtime::instance().collector().releaseChunk(number);
}

uint32_t registerSite(__autoscope_site &site) noexcept {
  NoCancellation noCancellation;  // it may have something to say
  Runtime &runtime = Runtime::instance();
  // A longer site is a later version's, which appends.
  if (site.__size < sizeof(__autoscope_site)) {
    runtime.tellOfOldSite(site);
    __atomic_store_n(&site.__id, __autoscope_filtered, __ATOMIC_RELEASE);
    return __autoscope_filtered;
  }
  if (!runtime.isReadyForScopes())
    return __autoscope_filtered;  // for this once
  Uninterrupted uninterrupted;
  uint32_t rule = runtime.ruleFor(site);
  using Admission = collect::Collector::Admission;
  Admission admission = rule >= firstStepRule ? Admission::Record : runtime.admissionOf(site);
  return runtime.collector().registerSite(site, admission, rule);
}

uint32_t modulePath(ThreadSlot &slot, __autoscope_site &site, const void *object, const void *base) noexcept {
  Runtime &runtime = Runtime::instance();
  if (base)
    runtime.torchRuns();
  Uninterrupted uninterrupted;
  return runtime.modulePaths().pathOf(slot, site, object, base);
}

void watchedScopeEnded(uint32_t rule, uint32_t site, uint64_t ticks) noexcept {
  if (rule >= firstStepRule)
    return;
  Uninterrupted uninterrupted;
  Runtime::instance().watchedScopeEnded(rule, site, ticks);
}

uint32_t emitBegin(const __autoscope_site &site, uint32_t id) noexcept {
  NoCancellation noCancellation;  // whatever a tool waits for
  return Runtime::instance().emitter().begin(site, id);
}

void emitEnd(uint32_t tools) noexcept {
  NoCancellation noCancellation;
  Runtime::instance().emitter().end(tools);
}

bool stepScopeBegins(__autoscope_site &site, const Place &place) noexcept {
  return Runtime::instance().stepScopeBegins(site, place);
}

bool stepScopeEnds(uint32_t address) noexcept {
  return Runtime::instance().steps().scopeEnds(address);
}

void withinEnded() noexcept {
  Runtime::instance().steps().withinEnded();
}

uint32_t internText(std::string_view text) noexcept {
  return Runtime::instance().collector().intern(text);
}

int64_t heapMoved(uint32_t uid, int64_t bytes, const HeapMoment &moment) noexcept {
  return Runtime::instance().collector().moveHeap(uid, bytes, moment);
}

void lose(record::LossCause cause, uint64_t count) noexcept {
  Runtime::instance().collector().lose(cause, count);
}

}  // namespace autoscope::hot::upcall
