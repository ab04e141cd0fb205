// How long devices worked within a stretch of time: what of a step each GPU was busy.
//
// Kernels, copies and sets of one device that overlap count once; several devices add up. Owns what it needs. Memory
// goes with the number of activities. Cannot fail but for memory.
#pragma once

#include "model/DeviceWork.h"

#include <cstdint>
#include <vector>

namespace autoscope::model {

class DeviceBusy {
public:
  explicit DeviceBusy(const DeviceWork &work);

  bool any() const { return !devices_.empty(); }
  // Both in CLOCK_MONOTONIC; of activities that are only in part within, that part.
  uint64_t nsWithin(uint64_t startNs, uint64_t endNs) const;

private:
  struct Stretch {
    uint64_t startNs, endNs;
    uint64_t beforeNs;  // busy before it
  };
  static uint64_t busyUntil(const std::vector<Stretch> &stretches, uint64_t ns);

  std::vector<std::vector<Stretch>> devices_;  // each in order of time, disjoint
};

}  // namespace autoscope::model
