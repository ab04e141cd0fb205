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

// How long after the last point the next one is noted, in ns, when there are `points`: less and less often, so that a
// session of years leaves the names their room.
uint64_t clockInterval(uint64_t points) noexcept;

}  // namespace autoscope::collect
