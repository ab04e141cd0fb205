// Between libautoscope.so and libautoscope-memory.so: what the functions that stand in for malloc and free say.
//
// They say it on the thread that allocates, and only while __autoscope_enabled has __autoscope_records_heap. Nothing is
// allocated for it, and errno stays.
#pragma once

#include "autoscope/abi.h"
#include "hot/MemoryNotes.h"
#include "sources/memory/LiveBlocks.h"

#include <cstdint>

extern "C" {
// Not 0: the program's calls of malloc arrive there. 1: they are counted; 2: the allocator cannot tell sizes.
extern __AUTOSCOPE_PUBLIC unsigned char autoscope_heap_is_hooked;
// What could not be added to the note of a scope (hot/MemoryNotes.h). `frame`: low half of an address on the thread's
// stack.
__AUTOSCOPE_PUBLIC void autoscope_heap_changed(const autoscope::hot::HeapChange &change, uint32_t frame) noexcept;
// Not 0: who allocated each block is kept, by these. The first adds one of the innermost scope, the second takes it out
// and tells of its free. The last two are for realloc: a block is taken out before, and told of or put back behind it.
extern __AUTOSCOPE_PUBLIC unsigned char autoscope_heap_keeps_blocks;
__AUTOSCOPE_PUBLIC void autoscope_block_taken(const void *block, int64_t bytes) noexcept;
__AUTOSCOPE_PUBLIC void autoscope_block_given(const void *block, int64_t bytes, uint32_t frame) noexcept;
__AUTOSCOPE_PUBLIC autoscope::memory::Block autoscope_block_out(const void *block) noexcept;
__AUTOSCOPE_PUBLIC void autoscope_block_back(const autoscope::memory::Block &block) noexcept;
__AUTOSCOPE_PUBLIC void autoscope_block_gone(const autoscope::memory::Block &block, int64_t bytes,
                                             uint32_t frame) noexcept;
// isFarFromTold()
__AUTOSCOPE_PUBLIC void autoscope_heap_moved() noexcept;
}
