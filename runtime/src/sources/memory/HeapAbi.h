// Between libautoscope.so and libautoscope-memory.so: what the functions that stand in for malloc and free say.
//
// They say it on the thread that allocates, and only while __autoscope_enabled has __autoscope_records_heap. Nothing is
// allocated for it, and errno stays.
#pragma once

#include "autoscope/abi.h"

#include <cstdint>

extern "C" {
// Not 0: the program's calls of malloc arrive there. 1: they are counted; 2: the allocator cannot tell sizes.
extern __AUTOSCOPE_PUBLIC unsigned char autoscope_heap_is_hooked;
// `bytes`: negative: freed; `frame`: low half of an address on the thread's stack.
__AUTOSCOPE_PUBLIC void autoscope_heap_changed(int64_t bytes, uint32_t frame) noexcept;
}
