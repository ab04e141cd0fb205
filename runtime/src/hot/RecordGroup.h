// Writes the record of a scope with all its escapes as one group that one commit publishes.
//
// The inline half in abi.h writes the common record; this is for module scopes, scopes longer than 32 bits of ticks and
// scopes that a longjmp cut. Called by the owning thread only, marked busy.
#pragma once

#include "hot/ThreadSlot.h"

namespace autoscope::hot {

// Closes the innermost open frame at time `end`. `flags`: bits, record::scopeCutByLongjmp.
void closeFrame(ThreadSlot &slot, uint64_t end, uint64_t flags) noexcept;

}  // namespace autoscope::hot
