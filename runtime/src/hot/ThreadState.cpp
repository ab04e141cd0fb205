#include "hot/ThreadState.h"

#include "hot/Clock.h"
#include "hot/PathCache.h"
#include "hot/SignalStack.h"

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

std::atomic<uint32_t> lastThreadNumber{0};
}  // namespace

__thread ThreadState threadState
    __attribute__((tls_model("initial-exec"))) = {nullptr, 0, 0, false, false, false, 0, nullptr, {}, {}};

__autoscope_slot *fullSlot() noexcept {
  return &full;
}

uint32_t threadNumber() noexcept {
  uint32_t number = __atomic_load_n(&threadState.number, __ATOMIC_RELAXED);
  if (number != 0)
    return number;
  // A handler in between may have given it one, which stays.
  uint32_t next = lastThreadNumber.fetch_add(1, std::memory_order_relaxed) + 1;
  return __atomic_compare_exchange_n(&threadState.number, &number, next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)
             ? next
             : number;
}

namespace {

void giveSlotBack() noexcept {
  // Instrumented code reads the TSC itself, so with any other clock it must keep coming here.
  ThreadSlot *slot = ownSlot();
  if (!slot || clockIsOverridden())
    return;
  __autoscope_slot_of_thread = slot->abi();
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (!ownSlot())  // forked in between
    __autoscope_slot_of_thread = &full;
}

void stopBeingBusy() noexcept {
  if (__msan_scoped_enable_interceptor_checks)
    __msan_scoped_enable_interceptor_checks();
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  threadState.busy = false;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

}  // namespace

// Never may the thread be busy with its own slot in reach: what a handler entered there it could not leave once the
// chunk is full. So the slot goes first and comes back last. A handler in between is busy for itself, and leaves the
// slot for the interrupted begin() or end() to see to, which it knows by busyAt. That is set first of all and taken
// back just before the slot comes: whoever jumps out then leaves a slot for the next Busy to give back.
void Busy::begin(uint32_t guard) noexcept {
  outer_ = threadState.busyAt;
  if (outer_ && otherIsOver(guard))
    outer_ = 0;
  threadState.busyFor = outer_ ? 0 : guard;
  threadState.busyAt = place_;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
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
  stopBeingBusy();
  threadState.busyAt = outer_;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (!outer_)
    giveSlotBack();
}

// What interrupts a scope's entering or leaving has other guards. And on one stack what is deeper ends first; a thread
// that is on its own stack runs no handler on the alternate one, while from that nothing is known of its own.
bool Busy::otherIsOver(uint32_t guard) noexcept {
  if (threadState.goesOn)
    return false;
  constexpr uint32_t deepest = 64u << 20;  // other stacks (fibers) may lie beyond
  stack_t handlers;
  bool known = sigaltstack(nullptr, &handlers) == 0 && !(handlers.ss_flags & SS_DISABLE);
  auto begin = reinterpret_cast<uint64_t>(handlers.ss_sp);
  SignalStack stack = known ? SignalStack{begin, begin + handlers.ss_size} : SignalStack{};
  bool isInHandler = known && handlers.ss_flags & SS_ONSTACK;
  bool isOver = guard && guard == threadState.busyFor;
  if (stack.holds(threadState.busyAt) != isInHandler)
    isOver = isOver || !isInHandler;
  else
    isOver = isOver || place_ - threadState.busyAt < deepest;
  if (isOver)
    abandonBusy();
  return isOver;
}

void abandonBusy() noexcept {
  if (threadState.busy)
    stopBeingBusy();
  threadState.describing = threadState.goesOn = false;
  threadState.busyAt = 0;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  giveSlotBack();
}

void forgetThread() noexcept {
  if (PathCache *paths = threadState.paths)
    paths->leftBehind = leftBehind.exchange(paths, std::memory_order_relaxed);
  threadState = {nullptr, 0, 0, false, false, false, 0, nullptr, {}, {}};
  __autoscope_slot_of_thread = &full;
}

}  // namespace autoscope::hot

extern "C" {
__thread __autoscope_slot *__autoscope_slot_of_thread __attribute__((tls_model("initial-exec"))) =
    &autoscope::hot::full;
}
