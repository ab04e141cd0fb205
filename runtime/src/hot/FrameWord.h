// The parts of a frame's second word (abi.h __autoscope_frame::__word).
#pragma once

#include "record/Format.h"

namespace autoscope::hot {

constexpr uint64_t moduleFrameBit = 1ull << 32;
constexpr uint64_t coroutineFrameBit = 1ull << 33;  // the frame below is its note

inline bool isModuleFrame(uint64_t word) {
  return word & moduleFrameBit;
}

inline bool isCoroutineFrame(uint64_t word) {
  return word & coroutineFrameBit;
}

// Format.h: says which slice the frame above is.
inline bool isCoroutineNote(uint64_t word) {
  return (word & record::escapeSite) == record::escapeSite;
}

// How many frames a scope has: it is closed with its note.
inline uint32_t framesOf(uint64_t word) {
  return isCoroutineFrame(word) ? 2 : 1;
}

inline uint32_t guardAddressOf(uint64_t word) {
  return static_cast<uint32_t>(word >> 32) & ~3u;
}

inline uint64_t makeFrameWord(uint32_t guardAddress, uint32_t depth, uint32_t site) {
  return uint64_t(guardAddress) << 32 | uint64_t(depth) << 22 | site;
}

// The run time's copy of __autoscope_is_dead: here it is the caller's unit, not ours, that knows whether its locals are
// on the stack (it passes 0 if not). A coroutine's frame holds the stack pointer of who runs it, where a guard of
// somebody inlined there may lie, and where another coroutine of the same function begins: being equal says nothing.
inline bool isDeadFrame(uint64_t word, uint32_t guardAddress, uint32_t stack) {
  uint32_t at = guardAddressOf(word);
  return (stack != 0 && at - (stack & ~3u) >= 0xff000000u) || (!isCoroutineFrame(word) && at == (guardAddress & ~3u));
}

}  // namespace autoscope::hot
