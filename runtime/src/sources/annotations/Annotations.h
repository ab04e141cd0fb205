// Scopes whose names are known at run time only: autoscope::record_function, and the steps of a profile.
//
// The C functions autoscope_scope_begin and _end of results_abi.h, for any thread. A known name takes no lock and
// allocates nothing. A step that would be one name too many is called "ProfilerStep#" alone; other names beyond the
// limit are counted as lost.
#pragma once

#include "autoscope/detail/results_abi.h"

#include <cstdint>

namespace autoscope::annotations {

// Which address stands for the scope of `guard` on a thread whose stack ends at `frame`: its own where it is a local
// there, else one that is far from the stack. Never 0.
uint32_t addressOf(const void *guard, const void *frame) noexcept;

// Makes room for names beforehand, which takes longer than many a step: in a warm-up.
void prepareNames() noexcept;

}  // namespace autoscope::annotations
