#include "hot/StepMarks.h"

#include "hot/Clock.h"
#include "hot/FrameWord.h"
#include "hot/RecordGroup.h"
#include "hot/ThreadState.h"

namespace autoscope::hot {

namespace {

// The innermost scope: what is below it is the same for as long as it runs.
struct Innermost {
  uint32_t depth = 0;  // of what it calls; 0: there is none
  uint64_t start = 0;
};

Innermost innermostScope(const ThreadSlot &slot) {
  uint32_t depth = depthOf(slot.state());
  if (depth == 0)
    return {};
  uint32_t top = topScope(slot, depth);
  return {top + 1, slot.frames[top].start};
}

uint32_t stepsBegun = 0, stepThatGoesOn = 0;

}  // namespace

uint32_t stepOfNow() noexcept {
  return __atomic_load_n(&stepThatGoesOn, __ATOMIC_RELAXED);
}

void forgetSteps() noexcept {
  __atomic_store_n(&stepsBegun, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&stepThatGoesOn, 0, __ATOMIC_RELAXED);
}

void beginStep(autoscope_step_mark &mark) noexcept {
  mark = {};
  if (!__atomic_load_n(&__autoscope_enabled, __ATOMIC_RELAXED) || isInterrupting())
    return;
  if (ThreadSlot *slot = ownSlot()) {
    Innermost innermost = innermostScope(*slot);
    mark.depth = innermost.depth;
    mark.start_around = innermost.start;
  }
  __atomic_store_n(&stepThatGoesOn, __atomic_add_fetch(&stepsBegun, 1, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
  mark.thread = &threadState;
  mark.start = now();
}

bool endStep(const autoscope_step_mark &mark, __autoscope_site &site, const Place &place) noexcept {
  uint64_t end = now();
  __atomic_store_n(&stepThatGoesOn, 0, __ATOMIC_RELAXED);
  Busy busy;
  if (mark.start == 0 || !busy.entered()) {
    if (mark.start != 0)
      turnAway();
    return false;
  }
  auto [slot, id] = readySlot(site, place);
  if (!slot)
    return false;
  Innermost innermost = innermostScope(*slot);
  bool isInTree = mark.thread == &threadState && mark.depth == innermost.depth && mark.start_around == innermost.start;
  addRecord(*slot, id,
            {mark.start, end, innermost.depth, record::scopeIsStep | (isInTree ? 0 : record::scopeOverlaps)});
  return true;
}

}  // namespace autoscope::hot
