// The tick source of scopes: the time-stamp counter, or a function where that is not invariant (or in a test).
//
// With a function set, no thread gets a fast slot: every enter and leave takes the slow path, which asks `now()`. Set
// it only while nothing is recorded.
#pragma once

#include <cstdint>

namespace autoscope::hot {

using TickFunction = uint64_t (*)();

void overrideClock(TickFunction function) noexcept;  // null: the counter again
bool clockIsOverridden() noexcept;
uint64_t now() noexcept;

// CLOCK_MONOTONIC in nanoseconds, for machines without a usable counter.
uint64_t monotonicTicks() noexcept;

// In a test: as on a machine where it does not.
void assumeCounterVaries() noexcept;

// Does the counter run at one rate, in every sleep state, on all cores?
bool counterIsInvariant() noexcept;

}  // namespace autoscope::hot
