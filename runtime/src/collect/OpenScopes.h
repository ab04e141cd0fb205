// The open scopes of a thread that runs on, as they were at one instant.
//
// For a stop and for snapshots: one load of the thread's state says which records are finished and which frames open;
// what the thread does while the frames are read is seen in the records that it writes meanwhile. Wants the hand-off
// lock, so that the thread stays in its chunk.
#pragma once

#include "collect/Ring.h"

#include <vector>

namespace autoscope::collect {

struct OpenFrame {
  uint64_t start = 0, word = 0;
  uint32_t path = 0;               // 0: no module
  record::OpenMemory memory = {};  // of a note of memory
};

struct ThreadCut {
  uint64_t state = 0;             // the instant: records before its cursor are finished
  std::vector<OpenFrame> frames;  // open then, outermost first, with their notes (Format.h)
  bool hasHeap = false;           // notes of memory are of the heap
};

ThreadCut cutOf(const Ring &ring, const hot::ThreadSlot &slot);
// Of the instant at which the thread's state was `state`, in the chunk where it still is.
ThreadCut cutAt(const Ring &ring, const hot::ThreadSlot &slot, uint64_t state);

// Leaves out what began at `ticks` or later, and says how many scopes that were.
uint64_t dropLater(std::vector<OpenFrame> &frames, uint64_t ticks);

// As entries of the meta log.
void appendOpenScopes(std::vector<uint8_t> &entries, uint32_t uid, const ThreadCut &cut);

}  // namespace autoscope::collect
