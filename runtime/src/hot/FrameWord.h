// The parts of a frame's second word (abi.h __autoscope_frame::__word).
#pragma once

#include "autoscope/abi.h"
#include "record/Format.h"

namespace autoscope::hot {

constexpr uint64_t moduleFrameBit = record::moduleFrame;
constexpr uint64_t coroutineFrameBit = 1ull << 33;  // the frame below is its note

inline bool isModuleFrame(uint64_t word) {
  return word & moduleFrameBit;
}

inline bool isCoroutineFrame(uint64_t word) {
  return word & coroutineFrameBit;
}

inline uint32_t depthFieldOf(uint64_t word) {
  return static_cast<uint32_t>(word) >> 22;
}

// Format.h: no scope, but a note of the frame above it (which slice it is), or below it (its arguments).
inline bool isNote(uint64_t word) {
  return (word & record::escapeSite) == record::escapeSite;
}
// abi.h __autoscope_leaving: a scope that its thread is leaving at this moment.
inline bool isLeaving(uint64_t word) {
  return static_cast<uint32_t>(word) >= __autoscope_leaving && !isNote(word);
}
inline bool isCoroutineNote(uint64_t word) {
  return isNote(word) && depthFieldOf(word) < record::maxDepth;
}
inline bool isArgumentNote(uint64_t word) {
  return isNote(word) && depthFieldOf(word) >= record::maxDepth;
}
inline record::Escape kindOfArgumentNote(uint64_t word) {
  return static_cast<record::Escape>(depthFieldOf(word) - record::maxDepth);
}
// Dead when its scope is: the high half is the same.
inline uint64_t makeArgumentNote(uint64_t scopeWord, record::Escape kind) {
  return scopeWord >> 32 << 32 | uint64_t(record::maxDepth + uint32_t(kind)) << 22 | record::escapeSite;
}

// Of a scope that a rule for snapshots watches, or that tools were told of: start = the number of the rule, and above
// it the bits of the tools (Emission.h). Never written.
constexpr auto watchedNote = static_cast<record::Escape>(22);
inline bool isWatchedNote(uint64_t word) {
  return isArgumentNote(word) && kindOfArgumentNote(word) == watchedNote;
}
inline uint64_t makeWatch(uint32_t rule, uint32_t tools) {
  return uint64_t(tools) << 32 | rule;
}
inline uint32_t ruleOfWatch(uint64_t start) {
  return static_cast<uint32_t>(start);
}
inline uint32_t toolsOfWatch(uint64_t start) {
  return static_cast<uint32_t>(start >> 32);
}

// How many frames go with this one when it is cut: a slice of a coroutine has a note below.
inline uint32_t framesOf(uint64_t word) {
  return isCoroutineFrame(word) && !isNote(word) ? 2 : 1;
}

inline uint32_t guardAddressOf(uint64_t word) {
  return static_cast<uint32_t>(word >> 32) & ~3u;
}

inline uint64_t makeFrameWord(uint32_t guardAddress, uint32_t depth, uint32_t site) {
  return uint64_t(guardAddress) << 32 | (depth << 22 | site);
}

// The run time's copy of __autoscope_is_dead: here it is the caller's unit, not ours, that knows whether its locals are
// on the stack (it passes 0 if not). A coroutine's frame holds the stack pointer of who runs it, where a guard of
// somebody inlined there may lie, and where another coroutine of the same function begins: being equal says nothing.
inline bool isDeadFrame(uint64_t word, uint32_t guardAddress, uint32_t stack) {
  uint32_t at = guardAddressOf(word);
  return (stack != 0 && at - (stack & ~3u) >= 0xff000000u) || (!isCoroutineFrame(word) && at == (guardAddress & ~3u));
}

// Cheaper, and true of some that are not.
inline bool mayBeDeadFrame(uint64_t word, uint32_t guardAddress, uint32_t stack) {
  auto at = static_cast<uint32_t>(word >> 32);
  return at - stack >= 0xff000000u || (at ^ guardAddress) < 4;
}

}  // namespace autoscope::hot
