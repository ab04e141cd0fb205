// What a signal handler does that interrupts its thread between the mark and the commit of a leave (abi.h
// __autoscope_leaving): its first scope ends the marked one, so that the handler's scopes come behind it.
//
// The code that was interrupted will still store its record, to the very words that hold it by then. Until it goes on,
// the thread remembers the chunk, and nobody gets it. Called by the slow half of the hot path, marked busy.
#pragma once

#include "hot/ShadowStack.h"

namespace autoscope::hot {

// Before a scope begins at `place`. False: there are more such handlers within each other than can be remembered, and
// the scope is lost.
bool endInterruptedLeave(ThreadSlot &slot, const Place &place) noexcept;

// The leave of that guard goes on: its record has been written.
void interruptedLeaveGoesOn(uint32_t address) noexcept;

// Nothing that was interrupted on this thread goes on, or nothing whose guard lies in that range.
void forgetInterruptedLeaves() noexcept;
void forgetInterruptedLeaves(uint64_t begin, uint64_t end) noexcept;

// Whether a record will still be written to this chunk. If so, it is to be kept until upcall::releaseChunk().
bool keepForInterruptedLeave(uint32_t chunk) noexcept;

}  // namespace autoscope::hot
