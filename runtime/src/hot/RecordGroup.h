// Writes the record of a scope with all its escapes as one group that one commit publishes.
//
// The inline half in abi.h writes the common record; this is for module scopes, slices of coroutines, scopes longer
// than 32 bits of ticks and scopes that a longjmp cut. Called by the owning thread only, marked busy.
#pragma once

#include "hot/ThreadSlot.h"

namespace autoscope::hot {

// Closes the innermost open scope at time `end`, which takes its frame, and a coroutine's note, off the shadow stack.
// `flags`: bits, record::scopeCutByLongjmp.
void closeFrame(ThreadSlot &slot, uint64_t end, uint64_t flags) noexcept;

// A record of what was no frame.
struct Stretch {
  uint64_t start, end;
  uint32_t depth;
  uint64_t flags;
};
void addRecord(ThreadSlot &slot, uint32_t site, const Stretch &stretch) noexcept;

// The record of what happens to the heap outside of all scopes, or apart from the one that runs, which takes no time:
// [Memory, Allocated, Peak, record], all zero, to be added to. The cursor behind it; 0: it is lost.
uint32_t addHeapRecord(ThreadSlot &slot, uint32_t site, uint64_t ticks, uint32_t depth) noexcept;

// A reading of a counter.
void addSample(ThreadSlot &slot, uint64_t ticks, record::Counter counter, int64_t value) noexcept;

// A single allocation, told of at `ticks`; `device`: as in Escape::Allocation.
struct AllocationWords {
  uint64_t ticks, address;
  int64_t bytes, allocated, reserved;
  uint32_t device;
};
void addAllocation(ThreadSlot &slot, const AllocationWords &told) noexcept;

// The same as closeFrame() for a slice of a coroutine that a suspension ends.
void closeSuspendedSlice(ThreadSlot &slot, uint64_t end) noexcept;

}  // namespace autoscope::hot
