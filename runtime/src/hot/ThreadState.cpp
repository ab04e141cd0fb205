#include "hot/ThreadState.h"

#include "hot/Clock.h"

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
}  // namespace

__thread ThreadState threadState __attribute__((tls_model("initial-exec"))) = {nullptr, false, false, nullptr, {}};

__autoscope_slot *fullSlot() noexcept {
  return &full;
}

void Busy::begin() noexcept {
  threadState.busy = true;
  __autoscope_slot_of_thread = &full;
  // A signal handler on this thread must not find the slot once it may be inconsistent.
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (__msan_scoped_disable_interceptor_checks)
    __msan_scoped_disable_interceptor_checks();
}

void Busy::end() noexcept {
  if (__msan_scoped_enable_interceptor_checks)
    __msan_scoped_enable_interceptor_checks();
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  // Instrumented code reads the TSC itself, so with any other clock it must keep coming here.
  if (threadState.slot && !clockIsOverridden())
    __autoscope_slot_of_thread = threadState.slot->abi();
  threadState.busy = false;
}

void forgetThread() noexcept {
  threadState = {nullptr, false, false, nullptr, {}};  // the path cache stays behind: freeing takes locks
  __autoscope_slot_of_thread = &full;
}

}  // namespace autoscope::hot

extern "C" {
__thread __autoscope_slot *__autoscope_slot_of_thread __attribute__((tls_model("initial-exec"))) =
    &autoscope::hot::full;
}
