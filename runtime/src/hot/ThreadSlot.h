// A thread's shadow stack and cursor in the ring mapping, as the slow half of the hot path sees it.
//
// The same bytes are an abi.h __autoscope_slot to instrumented code and SlotHeader + frames + modules to a reader. Only
// the owning thread writes a live slot; a stop reads it from another thread, so every word that both touch is accessed
// with relaxed atomics and published by the release store of `state`.
#pragma once

#include "autoscope/abi.h"
#include "hot/FrameWord.h"
#include "record/Format.h"

#include <cstddef>

namespace autoscope::hot {

struct ThreadSlot {
  record::SlotHeader header;
  record::Frame frames[record::maxDepth];
  record::OpenModule modules[record::maxDepth];  // of the frame of the same index
  record::OpenMemory memory[record::mostOpenMemories];

  uint64_t state() const { return __atomic_load_n(&header.state, __ATOMIC_RELAXED); }
  void setState(uint64_t value) { __atomic_store_n(&header.state, value, __ATOMIC_RELEASE); }
  uint64_t *base() const { return reinterpret_cast<uint64_t *>(header.base); }
  // 1 + the depth of the innermost module that runs, 0: none. A signal handler may find one named that is about to open
  // or has just closed.
  uint32_t innermost() const {
    uint32_t at = header.innermostModule;
    bool runs = at == 0 || (at <= static_cast<uint32_t>(state()) && isModuleFrame(frames[at - 1].word));
    return runs ? at : modules[at - 1].around;
  }
  const record::OpenModule *running() const {
    uint32_t at = innermost();
    return at ? &modules[at - 1] : nullptr;
  }
  // Beside the note of that depth.
  record::OpenMemory &memoryAt(uint32_t note) { return memory[note / 2]; }
  const record::OpenMemory &memoryAt(uint32_t note) const { return memory[note / 2]; }
  __autoscope_slot *abi() { return reinterpret_cast<__autoscope_slot *>(this); }
};

inline uint32_t cursorOf(uint64_t state) {
  return static_cast<uint32_t>(state >> 32);
}
inline uint32_t depthOf(uint64_t state) {
  return static_cast<uint32_t>(state);
}

// The innermost scope of a stack of `depth` > 0 frames, below the notes of its arguments.
inline uint32_t topScope(const ThreadSlot &slot, uint32_t depth) {
  while (--depth > 0 && isArgumentNote(slot.frames[depth].word)) {
  }
  return depth;
}
// Where the notes of the scope at `at` end in a stack of `depth` frames.
inline uint32_t endOfNotes(const ThreadSlot &slot, uint32_t at, uint32_t depth) {
  while (++at < depth && isArgumentNote(slot.frames[at].word)) {
  }
  return at;
}
// Whom the begin of the scope at `at` was told (Emission.h), in a stack of `depth` frames.
inline uint32_t toolsToldOf(const ThreadSlot &slot, uint32_t at, uint32_t depth) {
  for (uint32_t note = at + 1; note < depth && isArgumentNote(slot.frames[note].word); ++note)
    if (isWatchedNote(slot.frames[note].word))
      return toolsOfWatch(slot.frames[note].start);
  return 0;
}
inline uint64_t makeState(uint32_t cursor, uint32_t depth) {
  return uint64_t(cursor) << 32 | depth;
}

static_assert(offsetof(ThreadSlot, frames) == offsetof(__autoscope_slot, __frames));
static_assert(offsetof(ThreadSlot, modules) == record::slotModulesOffset);
static_assert(offsetof(ThreadSlot, memory) == record::slotMemoryOffset);
static_assert(sizeof(ThreadSlot) <= record::slotBytes);
static_assert(record::maxDepth == __autoscope_max_depth);
static_assert(record::chunkWords - 1 == __autoscope_chunk_mask);

}  // namespace autoscope::hot
