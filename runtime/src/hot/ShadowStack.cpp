#include "hot/ShadowStack.h"

#include "hot/Clock.h"
#include "hot/Emission.h"
#include "hot/EnabledPage.h"
#include "hot/FrameWord.h"
#include "hot/InterruptedLeave.h"
#include "hot/RecordGroup.h"
#include "hot/SignalStack.h"
#include "hot/SiteFlags.h"
#include "hot/StepScopes.h"
#include "hot/ThreadState.h"
#include "hot/Upcalls.h"

namespace autoscope::hot {

bool watchesSteps = false;
bool takesScopes = true;
bool emitsScopes = false;

namespace {

// Closes what a longjmp skipped: those frames ended some time before now, and now is the first moment that shows it.
void cutDeadFrames(ThreadSlot &slot, const Place &place) {
  uint32_t depth = depthOf(slot.state());
  uint32_t live = depth;
  while (live > 0 && isDeadFrame(slot.frames[live - 1].word, place.address, place.stack))
    live -= framesOf(slot.frames[live - 1].word);
  if (live == depth)
    return;
  // What the handler interrupted is not over, though it seems to lie just below.
  if (SignalStack handlers = currentSignalStack(); handlers.end)
    for (live = depth; live > 0 && handlers.holds(guardAddressOf(slot.frames[live - 1].word)) &&
                       isDeadFrame(slot.frames[live - 1].word, place.address, place.stack);)
      live -= framesOf(slot.frames[live - 1].word);
  uint64_t end = now();
  while (depthOf(slot.state()) > live)
    closeFrame(slot, end, record::scopeCutByLongjmp);
}

}  // namespace

void watch(ThreadSlot &slot, const __autoscope_site &site, uint32_t tools) noexcept {
  uint32_t rule = isWatched(site) ? ruleOf(site) : 0;
  if (!rule && !tools)
    return;
  uint64_t state = slot.state();
  record::Frame &top = slot.frames[depthOf(state) - 1];
  if (!isWatchedNote(top.word)) {
    if (hasRoom(slot, 1))
      openFrame(slot, state, makeArgumentNote(top.word, watchedNote), makeWatch(rule, tools));
  } else if (!ruleOfWatch(top.start)) {
    __atomic_store_n(&top.start, makeWatch(rule, toolsOfWatch(top.start)), __ATOMIC_RELAXED);
  }
}

void turnAway() noexcept {
  if (!threadState.describing)
    upcall::lose(record::LossCause::Reentered, 1);
}

ThreadSlot *readyThread(const Place &place) noexcept {
  if (enabledPageIsWiped() || !isSet(takesScopes))
    return nullptr;
  ThreadSlot *slot = ownSlot();
  if (!slot)
    slot = upcall::enrolThread();
  if (!slot)
    return nullptr;
  if (!endInterruptedLeave(*slot, place)) {
    turnAway();
    return nullptr;
  }
  cutDeadFrames(*slot, place);
  return slot;
}

ReadySlot readySlot(__autoscope_site &site, const Place &place) noexcept {
  if (enabledPageIsWiped())  // and the code of another copy of the run time has a flag of its own
    return {};
  uint32_t id = __atomic_load_n(&site.__id, __ATOMIC_ACQUIRE);
  if (id == 0)
    id = upcall::registerSite(site);
  if (id == __autoscope_filtered)
    return {};
  return {readyThread(place), id & ~markedSite};
}

}  // namespace autoscope::hot
