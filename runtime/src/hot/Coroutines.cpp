// The slices of coroutines: where they begin and end on the shadow stack of the thread that runs them. abi.h says when
// these functions are called.
#include "hot/Coroutines.h"

#include "hot/Clock.h"
#include "hot/Emission.h"
#include "hot/EnabledPage.h"
#include "hot/Forward.h"
#include "hot/FrameWord.h"
#include "hot/RecordGroup.h"
#include "hot/ShadowStack.h"
#include "hot/ThreadState.h"
#include "hot/Upcalls.h"

namespace autoscope::hot {

namespace {

using record::LossCause;

uint64_t nextCall = 1;
uint64_t firstCallOfSession = 1;

// A call that no slice of this session has told of is new to it.
void numberCall(__autoscope_coroutine &coroutine) {
  if (coroutine.__call >= __atomic_load_n(&firstCallOfSession, __ATOMIC_ACQUIRE))
    return;
  coroutine.__call = __atomic_fetch_add(&nextCall, 1, __ATOMIC_RELAXED);
  coroutine.__slice = 0;
}

void begin(__autoscope_coroutine &coroutine, uint32_t stack, bool localsOnStack) noexcept {
  if (__atomic_load_n(&coroutine.__site->__id, __ATOMIC_RELAXED) == __autoscope_filtered)
    return;
  Busy busy(stack & ~3u);
  if (!busy.entered()) {
    turnAway();
    return;
  }
  auto &site = const_cast<__autoscope_site &>(*coroutine.__site);
  // Where the return address lies no guard can, so none is taken for one that was skipped.
  auto [slot, id] = readySlot(site, {stack - 8, localsOnStack ? stack : 0});
  if (!slot)
    return;
  if (!hasRoom(*slot, 2)) {
    upcall::lose(LossCause::TooDeep, 1);
    return;
  }
  numberCall(coroutine);
  uint32_t tools = hasRoom(*slot, 3) ? emitBegin(*slot, site, id) : 0;
  uint64_t state = slot->state();
  uint32_t depth = depthOf(state);
  writeFrame(*slot, depth, uint64_t(coroutine.__slice) << 32 | uint64_t(depth) << 22 | record::escapeSite,
             coroutine.__call);
  uint64_t word = makeFrameWord(stack & ~3u, depth + 1, id);
  writeFrame(*slot, depth + 1, word | coroutineFrameBit, now());
  slot->setState(state + 2);
  coroutine.__depth = depth + 1;
  if (tools)  // slices are watched by no rule
    watch(*slot, site, tools);
}

// The frame at `depth` is this call's open slice, not one of another coroutine or thread.
bool isOpenSlice(const ThreadSlot &slot, uint32_t depth, const __autoscope_coroutine &coroutine) {
  const record::Frame &note = slot.frames[depth - 1];
  return isCoroutineFrame(slot.frames[depth].word) && note.start == coroutine.__call &&
         note.word >> 32 == coroutine.__slice;
}

void end(__autoscope_coroutine &coroutine, bool suspends) noexcept {
  uint32_t depth = coroutine.__depth;
  coroutine.__depth = __autoscope_off;
  Busy busy;
  if (!busy.entered()) {
    turnAway();
    return;
  }
  if (enabledPageIsWiped())
    forgetThread();
  ThreadSlot *own = ownSlot();
  if (!own)
    return;  // the child of a fork, or a thread whose slot was given back
  ThreadSlot &slot = *own;
  if (depth >= depthOf(slot.state()) || !isOpenSlice(slot, depth, coroutine))
    return;  // cut earlier, and already recorded, or open on the thread where it began
  uint64_t time = now();
  while (depthOf(slot.state()) > endOfNotes(slot, depth, depthOf(slot.state())))
    closeFrame(slot, time, record::scopeCutByLongjmp);
  if (suspends)
    closeSuspendedSlice(slot, time);
  else
    closeFrame(slot, time, 0);
  ++coroutine.__slice;
}

}  // namespace

void ownCoroutineBegin(__autoscope_coroutine *coroutine, uint32_t stack, unsigned locals) noexcept {
  begin(*coroutine, stack, locals != 0);
}

void beginCoroutineIds() noexcept {
  __atomic_store_n(&firstCallOfSession, __atomic_load_n(&nextCall, __ATOMIC_RELAXED), __ATOMIC_RELEASE);
}

}  // namespace autoscope::hot

extern "C" {

void __autoscope_coroutine_begin(__autoscope_coroutine *coroutine, unsigned locals) noexcept {
  // The stack pointer of the coroutine's code, which calls this. A guard of it or of what is inlined there lies at this
  // address or above, guards of what it calls lie below.
  auto stack = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(__builtin_dwarf_cfa()));
  if (__AUTOSCOPE_UNLIKELY(autoscope::hot::forwarded != nullptr))
    return autoscope::hot::forwarded->coroutineBegin(coroutine, stack, locals);
  autoscope::hot::ownCoroutineBegin(coroutine, stack, locals);
}

void __autoscope_coroutine_end(__autoscope_coroutine *coroutine, unsigned suspends) noexcept {
  if (__AUTOSCOPE_UNLIKELY(autoscope::hot::forwarded != nullptr))
    return autoscope::hot::forwarded->coroutineEnd(coroutine, suspends);
  autoscope::hot::end(*coroutine, suspends != 0);
}

}  // extern "C"

AUTOSCOPE_OWN(__autoscope_coroutine_end);
