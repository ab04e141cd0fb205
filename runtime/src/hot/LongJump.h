// What becomes of the shadow stack when the program jumps out of scopes: longjmp, which the shared library interposes,
// closes them at once. Where the C library is another, or its jmp_buf not as expected, the next scope notices by the
// place of its frame (FrameWord.h isDeadFrame).
#pragma once

#include <cstdint>

namespace autoscope::hot {

// On the thread that jumps, from one stack pointer to another. Does nothing where that lies on some other stack than
// the thread or the signal handler, or what the handler interrupted, runs on.
void closeJumpedOver(uint64_t from, uint64_t to) noexcept;

}  // namespace autoscope::hot
