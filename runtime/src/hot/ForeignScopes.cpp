#include "hot/ForeignScopes.h"

#include "hot/Clock.h"
#include "hot/FrameWord.h"
#include "hot/ThreadState.h"

namespace autoscope::hot {

namespace {

// The common end, as in abi.h. False if it did nothing.
bool leaveTop(ThreadSlot &slot, uint32_t depth, uint64_t end) {
  uint64_t state = slot.state();
  uint32_t cursor = cursorOf(state);
  const record::Frame &frame = slot.frames[depth];
  uint64_t duration = end - frame.start;
  if (depthOf(state) != depth + 1 || duration >> 32 || cursor % record::chunkWords == 0)
    return false;
  uint64_t *words = slot.base() + cursor;
  words[0] = frame.start;
  words[1] = duration << 32 | static_cast<uint32_t>(frame.word);
  slot.setState(makeState(cursor + 2, depth));
  return true;
}

}  // namespace

bool enterForeign(__autoscope_site &site, const Place &place) noexcept {
  // Only the address of a guard counts where one is entered.
  auto *guard = reinterpret_cast<__autoscope_guard *>(static_cast<uintptr_t>(place.address));
  unsigned depth = place.stack ? __autoscope_enter_enabled(&site, guard, place.stack)
                               : __autoscope_enter_slow(&site, guard, place.stack);
  return depth != __autoscope_off;
}

bool leaveForeign(uint32_t address) noexcept {
  uint64_t end = __autoscope_now();
  if (threadState.busy || !threadState.slot)
    return false;
  ThreadSlot &slot = *threadState.slot;
  for (uint32_t depth = depthOf(slot.state()); depth-- > 0;) {
    uint64_t word = slot.frames[depth].word;
    if (isNote(word) || isCoroutineFrame(word) || guardAddressOf(word) != address)
      continue;
    if (clockIsOverridden() || !leaveTop(slot, depth, end))
      __autoscope_leave_call(address, depth, end);
    return true;
  }
  return false;
}

}  // namespace autoscope::hot
