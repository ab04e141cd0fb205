// What every slow entry has in common: a slot for the thread, an id for the site, room on the shadow stack.
//
// Called by the slow half of the hot path on the thread that runs the scope, marked busy. What cannot be had is counted
// as a loss, and there is no scope then.
#pragma once

#include "hot/ThreadSlot.h"

namespace autoscope::hot {

// Where a scope begins.
struct Place {
  uint32_t address;  // low half of the guard's
  uint32_t stack;    // low half of the stack pointer; 0: locals of the unit are not on the stack
};

// The calling thread's slot, frames that a longjmp skipped closed. `site`: the id that the site had when it was looked
// at, without marks. Not to be read again: from one instruction to the next another thread may filter the site
// (collect/Throttle.h), and what its id is then fits no frame. Null slot: no scope.
struct ReadySlot {
  ThreadSlot *slot;
  uint32_t site;
};
ReadySlot readySlot(__autoscope_site &site, const Place &place) noexcept;

// The same without a site: as for a scope that begins at `place`. Null: none may begin, or it is counted as lost.
ThreadSlot *readyThread(const Place &place) noexcept;

// Whether `frames` more of them fit. False: the scope is lost, for the caller to count.
inline bool hasRoom(const ThreadSlot &slot, uint32_t frames) {
  return depthOf(slot.state()) + frames <= record::maxDepth;
}

// This thread is inside the run time already: counts the scope as lost, unless it is the run time's own doing.
void turnAway() noexcept;

inline void writeFrame(ThreadSlot &slot, uint32_t depth, uint64_t word, uint64_t start) {
  record::Frame &frame = slot.frames[depth];
  __atomic_store_n(&frame.word, word, __ATOMIC_RELAXED);
  __atomic_store_n(&frame.start, start, __ATOMIC_RELAXED);
}

inline void openFrame(ThreadSlot &slot, uint64_t state, uint64_t word, uint64_t start) {
  writeFrame(slot, depthOf(state), word, start);
  slot.setState(state + 1);
}

}  // namespace autoscope::hot
