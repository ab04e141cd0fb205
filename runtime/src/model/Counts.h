// How often and how long something ran: what every row, module and call node of a profile has.
#pragma once

#include "model/ScopeWalk.h"

#include <algorithm>
#include <cstdint>

namespace autoscope::model {

struct Counts {
  uint64_t scopes = 0;
  uint64_t calls = 0;               // of the scopes: not the later slices of a coroutine's call
  uint64_t open = 0;                // of the scopes: not left when the session ended
  uint64_t totalNs = 0;             // under recursion only the outermost call of a thread counts
  uint64_t selfNs = 0;              // less the time of direct children on the same thread
  uint64_t firstNs = ~uint64_t{0};  // start of the first scope
  uint64_t flops = 0;               // of the scopes that say how many; who counts decides which of them

  // Scopes come latest first, so the last one to set `firstNs` is the first call; min() also covers several threads.
  void add(const Scope &scope, bool outermost, bool isCall = true) {
    ++scopes;
    calls += isCall && scope.isCall();
    open += !scope.finished;
    selfNs += scope.durationNs();
    if (outermost)
      totalNs += scope.durationNs();
    firstNs = std::min(firstNs, scope.startNs);
  }
};

}  // namespace autoscope::model
