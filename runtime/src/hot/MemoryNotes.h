// Bytes that a library allocates and frees, noted with the scope that runs: tensors of libtorch.
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

}  // namespace autoscope::hot
