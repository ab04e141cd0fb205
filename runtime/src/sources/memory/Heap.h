// What the program's malloc gives and takes back, as libautoscope-memory.so tells of it, on its way to the scopes.
#pragma once

#include "autoscope/abi.h"

#include <cstdint>

namespace autoscope::memory {

// Whether the program's own calls of malloc are told of. Calls malloc.
enum class Hooks { None, WithoutSizes, There };
Hooks heapHooks() noexcept;

// The site of what happens outside of all scopes.
__autoscope_site &outsideOfScopes() noexcept;

// The bytes of threads that have no scopes so far: what they come to, and from now on nothing.
int64_t takeHeapOfOthers() noexcept;

}  // namespace autoscope::memory
