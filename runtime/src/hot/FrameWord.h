// The parts of a frame's second word (abi.h __autoscope_frame::__word).
#pragma once

#include "record/Format.h"

namespace autoscope::hot {

constexpr uint64_t moduleFrameBit = 1ull << 32;

inline bool isModuleFrame(uint64_t word) {
  return word & moduleFrameBit;
}

inline uint32_t guardAddressOf(uint64_t word) {
  return static_cast<uint32_t>(word >> 32) & ~3u;
}

inline uint64_t makeFrameWord(uint32_t guardAddress, uint32_t depth, uint32_t site) {
  return uint64_t(guardAddress) << 32 | uint64_t(depth) << 22 | site;
}

// The run time's copy of __autoscope_is_dead: here it is the caller's unit, not ours, that knows whether its locals are
// on the stack (it passes 0 if not).
inline bool isDeadFrame(uint64_t word, uint32_t guardAddress, uint32_t stack) {
  uint32_t at = static_cast<uint32_t>(word >> 32);
  return (stack != 0 && at - stack >= 0xff000000u) || guardAddressOf(word) == (guardAddress & ~3u);
}

}  // namespace autoscope::hot
