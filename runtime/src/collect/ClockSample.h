// Reads the tick source and the system's clocks together: the points by which a reader turns ticks into time.
#pragma once

#include "record/Format.h"

namespace autoscope::collect {

// Takes the tightest of a few readings: an interrupt between two clocks would tilt every time in the session.
record::ClockPoint sampleClocks() noexcept;

}  // namespace autoscope::collect
