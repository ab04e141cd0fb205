// What scopes themselves did to the heap, summed up, and the highest peak of any of them.
#pragma once

#include "record/Records.h"

#include <algorithm>
#include <cstdint>

namespace autoscope::model {

struct HeapTotals {
  uint64_t allocated = 0;  // bytes
  uint64_t allocations = 0, frees = 0;
  uint64_t peak = 0;  // of one scope with all that it called, above what its thread had at its entry

  HeapTotals() = default;
  explicit HeapTotals(const record::HeapUse &of)
      : allocated(of.allocated), allocations(of.allocations), frees(of.frees), peak(of.peak) {}
  HeapTotals &operator+=(const HeapTotals &other) {
    allocated += other.allocated;
    allocations += other.allocations;
    frees += other.frees;
    peak = std::max(peak, other.peak);
    return *this;
  }
};

}  // namespace autoscope::model
