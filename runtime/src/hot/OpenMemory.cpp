#include "hot/OpenMemory.h"

#include "hot/FrameWord.h"
#include "hot/MemoryNotes.h"
#include "hot/ShadowStack.h"

#include <initializer_list>

namespace autoscope::hot {

using record::Escape;
using record::OpenMemory;

uint32_t noteOf(const ThreadSlot &slot, uint32_t scope, uint32_t depth, Escape kind) noexcept {
  for (uint32_t note = scope + 1; note < depth; ++note)
    if (kindOfArgumentNote(slot.frames[note].word) == kind)
      return note;
  return 0;
}

uint32_t openHeapNote(ThreadSlot &slot, int64_t entry) noexcept {
  if (!hasRoom(slot, 1))
    return 0;
  uint64_t state = slot.state();
  uint32_t depth = depthOf(state);
  put(slot.memoryAt(depth), {entry, entry, entry, 0, 0, 0, 0});
  openFrame(slot, state, makeArgumentNote(slot.frames[topScope(slot, depth)].word, Escape::Memory), 0);
  return depth;
}

bool hasMemoryOfNow(const ThreadSlot &slot) noexcept {
  return relaxed(slot.header.memorySession) == relaxed(autoscope_memory_session);
}

bool recordsHeap() noexcept {
  return relaxed(autoscope_memory_session) & 1;
}

void renewMemory(ThreadSlot &slot) noexcept {
  if (hasMemoryOfNow(slot))
    return;
  for (uint32_t i = 0; i < depthOf(slot.state()); ++i) {
    uint64_t word = slot.frames[i].word;
    if (!isArgumentNote(word))
      continue;
    Escape kind = kindOfArgumentNote(word);
    if (kind != Escape::Memory && kind != Escape::DeviceMemory)
      continue;
    // A watch of nothing, which is written nowhere and never added to.
    __atomic_store_n(&slot.frames[i].start, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&slot.frames[i].word, makeArgumentNote(word, watchedNote), __ATOMIC_RELEASE);
  }
  record::SlotHeader &header = slot.header;
  for (int64_t *level : {&header.heapLevel, &header.heapTold, &header.heapHighest})
    __atomic_store_n(level, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&header.heapHighestScope, 0, __ATOMIC_RELAXED);
  header.sampledAt = 0;
  header.outsideCursor = 0;
  __atomic_store_n(&header.memorySession, relaxed(autoscope_memory_session), __ATOMIC_RELEASE);
}

bool isOutside(const ThreadSlot &slot) noexcept {
  uint32_t depth = depthOf(slot.state());
  return depth == 0 || slot.frames[topScope(slot, depth)].start < memorySince();
}

HeapOfScope heapOfScope(const OpenMemory &memory, uint64_t start) noexcept {
  int64_t own = memory.highest, callees = memory.calleesHighest;
  bool isOwn = own >= callees || memory.calleesScope == 0;
  return {memory.entry, isOwn ? own : callees, isOwn ? start : memory.calleesScope, true};
}

void handOn(ThreadSlot &slot, const HeapOfScope &left) noexcept {
  uint32_t depth = depthOf(slot.state());
  if (isOutside(slot)) {
    record::SlotHeader &header = slot.header;
    if (left.highest > relaxed(header.heapHighest)) {
      __atomic_store_n(&header.heapHighest, left.highest, __ATOMIC_RELAXED);
      __atomic_store_n(&header.heapHighestScope, left.scope, __ATOMIC_RELAXED);
    }
    return;
  }
  uint32_t scope = topScope(slot, depth), note = noteOf(slot, scope, depth, Escape::Memory);
  // Nothing was allocated in it before, nor in what it called: it would have a note.
  if (note == 0 && (note = openHeapNote(slot, left.entry)) == 0)
    return;
  OpenMemory &around = slot.memoryAt(note);
  if (left.highest > relaxed(around.calleesHighest)) {
    __atomic_store_n(&around.calleesHighest, left.highest, __ATOMIC_RELAXED);
    __atomic_store_n(&around.calleesScope, left.scope, __ATOMIC_RELAXED);
  }
}

HeapPeak peakOf(const ThreadSlot &slot) noexcept {
  HeapPeak peak = {relaxed(slot.header.heapHighest), relaxed(slot.header.heapHighestScope)};
  uint64_t start = 0;
  for (uint32_t i = 0; i < depthOf(slot.state()); ++i) {
    uint64_t word = relaxed(slot.frames[i].word);
    if (!isNote(word))
      start = relaxed(slot.frames[i].start);
    if (!isArgumentNote(word) || kindOfArgumentNote(word) != Escape::Memory)
      continue;
    HeapOfScope open = heapOfScope(get(slot.memoryAt(i)), start);
    if (open.highest > peak.highest)
      peak = {open.highest, open.scope};
  }
  return peak;
}

}  // namespace autoscope::hot
