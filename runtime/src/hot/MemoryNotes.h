// Bytes that are allocated and freed, noted with the scope that runs: libtorch's tensors, or what malloc gives.
//
// Called by the thread that allocates, which may have no slot yet. They become a note above the frame of its innermost
// scope, one for each kind, that grows by one instruction: a signal handler that allocates in between takes nothing
// from it, and a killed thread leaves a whole number. What finds no room is counted as a loss.
#pragma once

#include "hot/ShadowStack.h"

namespace autoscope::hot {

// `kind`: Escape::Memory or DeviceMemory; `bytes`: negative: freed; `place`: of the caller. Where no scope runs, the
// bytes are those of a scope of `outside`, which takes no time.
void noteMemory(__autoscope_site &outside, const Place &place, record::Escape kind, int64_t bytes) noexcept;

// The single allocation as well, for curves and viewers; the scope need not be told.
struct Allocated {
  const void *address;
  int64_t bytes, allocated, reserved;  // `allocated` and `reserved`: on the device, with it
  uint32_t deviceType;
  int deviceIndex;  // negative: none
};
void recordAllocation(const Place &place, const Allocated &told) noexcept;

// The same for what malloc and free tell, Escape::Memory. `frame`: low half of an address on the thread's stack. What
// the run time itself allocates, or calls for, is nobody's. Where no scope runs, one scope of `outside` is for all
// bytes until the next scope begins. False: the thread has no slot, and gets none for this.
bool noteHeap(__autoscope_site &outside, uint32_t frame, int64_t bytes) noexcept;
// All of that of threads without a slot, in a scope of `outside` on the calling one, which has a slot and no scope.
void noteHeapOutside(__autoscope_site &outside, int64_t bytes) noexcept;

// The one instruction, so that a signal handler that counts in between takes nothing from it.
inline void addBytes(uint64_t &word, int64_t bytes) noexcept {
#if defined(__x86_64__)
  __asm__ volatile("addq %1, %0" : "+m"(word) : "er"(bytes) : "cc");
#else
  __atomic_fetch_add(&word, static_cast<uint64_t>(bytes), __ATOMIC_RELAXED);
#endif
}

// The quick way, for where there is such a note already. False: not done.
inline bool addToNote(ThreadSlot &slot, int64_t bytes) noexcept {
  constexpr auto kind = static_cast<uint32_t>(record::maxDepth + uint32_t(record::Escape::Memory)) << 22;
  uint32_t depth = depthOf(slot.state());
  if (depth == 0)
    return false;
  record::Frame &top = slot.frames[depth - 1];
  if (static_cast<uint32_t>(top.word) != (kind | record::escapeSite))
    return false;
  addBytes(top.start, bytes);
  return true;
}

}  // namespace autoscope::hot
