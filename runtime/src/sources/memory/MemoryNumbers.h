// Current and peak memory of one device, as autoscope/memory.h gives it: plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace autoscope::memory {

// In bytes; absent: not known.
struct MemoryNumbers {
  std::string device;  // "cpu", "cuda:0", "process"
  std::optional<int64_t> currentAllocated, peakAllocated, currentReserved, peakReserved;
};

}  // namespace autoscope::memory
