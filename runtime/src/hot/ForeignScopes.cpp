#include "hot/ForeignScopes.h"

#include "hot/Clock.h"
#include "hot/FrameWord.h"
#include "hot/ThreadState.h"

namespace autoscope::hot {

bool enterForeign(__autoscope_site &site, const Place &place) noexcept {
  // Only the address of a guard counts where one is entered.
  auto *guard = reinterpret_cast<__autoscope_guard *>(static_cast<uintptr_t>(place.address));
  unsigned depth = place.stack ? __autoscope_enter_enabled(&site, guard, place.stack)
                               : __autoscope_enter_slow(&site, guard, place.stack);
  return depth != __autoscope_off;
}

bool leaveForeign(uint32_t address) noexcept {
  ThreadSlot *own = ownSlot();
  if (isInterrupting() || !own)
    return false;
  ThreadSlot &slot = *own;
  for (uint32_t depth = depthOf(slot.state()); depth-- > 0;) {
    uint64_t word = slot.frames[depth].word;
    if (isNote(word) || isCoroutineFrame(word) || guardAddressOf(word) != address)
      continue;
    __autoscope_u64 end = 0, state = 0;
    if (clockIsOverridden() || !__autoscope_leave_top(address, depth, &end, &state))
      __autoscope_leave_call(address, depth, end, state);
    return true;
  }
  return false;
}

}  // namespace autoscope::hot
