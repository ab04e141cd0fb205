#include "hot/LongJump.h"

#include "hot/Clock.h"
#include "hot/EnabledPage.h"
#include "hot/InterruptedLeave.h"
#include "hot/RecordGroup.h"
#include "hot/SignalStack.h"
#include "hot/ThreadState.h"

namespace autoscope::hot {

namespace {

// How deep the thread was that a handler on a stack of its own interrupted is not known.
constexpr uint64_t deepestInterrupted = 64u << 20;
constexpr uint64_t addresses = uint64_t(1) << 32;  // that the low half of one can tell

struct Range {
  uint64_t begin, end;
  bool holds(uint32_t address) const { return address - static_cast<uint32_t>(begin) < end - begin; }
};

}  // namespace

void closeJumpedOver(uint64_t from, uint64_t to) noexcept {
  SignalStack handlers = currentSignalStack();
  if (to > handlers.begin && to <= handlers.end)
    handlers = {};
  Range skipped = handlers.end ? Range{to - deepestInterrupted, to} : Range{from, to};
  if (skipped.end <= skipped.begin || skipped.end - skipped.begin >= addresses)
    return;
  if (uint32_t at = threadState.busyAt; at && (skipped.holds(at) || handlers.holds(at)))
    abandonBusy();
  Busy busy;
  ThreadSlot *own = ownSlot();
  if (!busy.entered() || !own || enabledPageIsWiped())
    return;
  ThreadSlot &slot = *own;
  for (uint32_t depth; (depth = depthOf(slot.state())) > 0;) {
    uint32_t at = guardAddressOf(slot.frames[topScope(slot, depth)].word);
    if (!skipped.holds(at) && !handlers.holds(at))
      break;
    closeFrame(slot, now(), record::scopeCutByLongjmp);
  }
  forgetInterruptedLeaves(skipped.begin, skipped.end);
  forgetInterruptedLeaves(handlers.begin, handlers.end);
  PathCache *paths = threadState.paths;
  auto checks = reinterpret_cast<uint64_t>(paths ? paths->checkedFrom : nullptr);
  if ((checks >= skipped.begin && checks < skipped.end) || (checks >= handlers.begin && checks < handlers.end))
    paths->checkedFrom = nullptr;
}

}  // namespace autoscope::hot
