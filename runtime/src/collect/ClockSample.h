// Reads the tick source and the system's clocks together: the points by which a reader turns ticks into time.
#pragma once

#include "record/Format.h"

namespace autoscope::collect {

// Takes the tightest of a few readings: an interrupt between two clocks would tilt every time in the session.
record::ClockPoint sampleClocks() noexcept;

// Did the ticks run at another rate from `before` to `now` than from `first` to `before`, by more than the readings'
// uncertainty?
bool rateChanged(const record::ClockPoint &first, const record::ClockPoint &before,
                 const record::ClockPoint &now) noexcept;

}  // namespace autoscope::collect
