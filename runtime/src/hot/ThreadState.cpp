#include "hot/ThreadState.h"

#include "hot/Clock.h"
#include "hot/PathCache.h"

#include <atomic>

// In a program under MemorySanitizer: the C library's calls on this thread do not look at what they are given. The run
// time is not instrumented, so all that it wrote counts as uninitialised.
extern "C" {
void __msan_scoped_disable_interceptor_checks() __attribute__((weak));
void __msan_scoped_enable_interceptor_checks() __attribute__((weak));
}

namespace autoscope::hot {

namespace {
// Depth at the maximum and no chunk. Nothing ever writes it: instrumented code reads its state and frames only.
__autoscope_slot full = {__autoscope_max_depth, nullptr, {}, {}};

// Path caches whose threads were forgotten: freeing takes locks. In reach, or LeakSanitizer in the child of a fork
// takes them for lost.
std::atomic<PathCache *> leftBehind{nullptr};
}  // namespace

__thread ThreadState threadState __attribute__((tls_model("initial-exec"))) = {nullptr, false, false, nullptr, {}, {}};

__autoscope_slot *fullSlot() noexcept {
  return &full;
}

// Never may the thread be busy with its own slot in reach: what a handler entered there it could not leave once the
// chunk is full. So the slot goes first and comes back last. A handler in between finds neither, is busy for itself,
// and leaves the slot for the interrupted begin() or end() to see to.
void Busy::begin() noexcept {
  givesSlotBack_ = __autoscope_slot_of_thread != &full || !threadState.slot;
  __autoscope_slot_of_thread = &full;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  threadState.busy = true;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  __autoscope_slot_of_thread = &full;  // a handler may have been the thread's first to have a slot
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (__msan_scoped_disable_interceptor_checks)
    __msan_scoped_disable_interceptor_checks();
}

void Busy::end() noexcept {
  if (__msan_scoped_enable_interceptor_checks)
    __msan_scoped_enable_interceptor_checks();
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  threadState.busy = false;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  // Instrumented code reads the TSC itself, so with any other clock it must keep coming here.
  ThreadSlot *slot = ownSlot();
  if (!givesSlotBack_ || !slot || clockIsOverridden())
    return;
  __autoscope_slot_of_thread = slot->abi();
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (!ownSlot())  // forked in between
    __autoscope_slot_of_thread = &full;
}

void forgetThread() noexcept {
  if (PathCache *paths = threadState.paths)
    paths->leftBehind = leftBehind.exchange(paths, std::memory_order_relaxed);
  threadState = {nullptr, false, false, nullptr, {}, {}};
  __autoscope_slot_of_thread = &full;
}

}  // namespace autoscope::hot

extern "C" {
__thread __autoscope_slot *__autoscope_slot_of_thread __attribute__((tls_model("initial-exec"))) =
    &autoscope::hot::full;
}
