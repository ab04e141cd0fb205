// Lets a core of this process hold the ring (AUTOSCOPE_CORE), which the kernel leaves out as a file that is there
// anyway.
//
// Called when a session starts. False: /proc is not there, or may not be written.
#pragma once

namespace autoscope::collect {

bool includeRingInCores() noexcept;

}  // namespace autoscope::collect
