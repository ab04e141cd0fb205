// Bytes that are allocated and freed, noted with the scope that runs: libtorch's tensors, or what malloc gives.
//
// Called by the thread that allocates, which may have no slot yet. They become a note above the frame of its innermost
// scope, one for each kind, that grows by one instruction: a signal handler that allocates in between takes nothing
// from it, and a killed thread leaves a whole number. What finds no room is counted as a loss.
//
// Of the heap there is more beside the note (OpenMemory): a scope that is left tells the one around it how high the
// thread's level was, and so opens a note there, too. Where no scope runs, one record of `outside` is for all until the
// next scope begins.
#pragma once

#include "hot/ShadowStack.h"

// The session that is or was recorded last, as record::memorySessionOf() has it; 0: none. Hooks of malloc see it, too.
extern "C" __AUTOSCOPE_PUBLIC uint32_t autoscope_memory_session;

namespace autoscope::hot {

// A tensor's. What is on no CPU is Escape::DeviceMemory.
struct Allocated {
  const void *address;
  int64_t bytes;                // negative: freed
  int64_t allocated, reserved;  // on the device, with it
  uint32_t deviceType;          // 0: a CPU
  int deviceIndex;              // negative: none
};
// `place`: of the caller. Where no scope runs, the bytes are those of a scope of `outside`, which takes no time. The
// single allocation is recorded as well, for curves and viewers.
void noteTensor(__autoscope_site &outside, const Place &place, const Allocated &told) noexcept;

// What one call of malloc and its like did. Of realloc it is both.
struct HeapChange {
  int64_t net;  // bytes
  uint64_t allocated;
  uint32_t allocations, frees;
};

// The slow way, Escape::Memory. `frame`: low half of an address on the thread's stack. What the run time itself
// allocates, or calls for, is nobody's. False: the thread has no slot, and gets none for this.
bool noteHeap(__autoscope_site &outside, uint32_t frame, const HeapChange &change) noexcept;
// The same in a scope of `site`, of the innermost one, which takes no time: frees that have rows of their own.
bool noteHeapApart(__autoscope_site &site, uint32_t frame, const HeapChange &change) noexcept;
// All of that of threads without a slot, on the calling one, which has a slot and no scope. `told`: of the net bytes,
// what the process knows of; `highest`: that one of them had.
void noteHeapOutside(__autoscope_site &outside, const HeapChange &change, int64_t told, int64_t highest) noexcept;
// The thread's level is far from what the process knows of it.
void tellOfHeap() noexcept;

// Another session begins at `start`, before anything is recorded in it. Scopes that began before are none of its.
void beginMemory(uint32_t number, bool ofHeap, uint64_t start) noexcept;
uint64_t memorySince() noexcept;

// The most that the thread had, of what has been left or is open, and in which scope.
struct HeapPeak {
  int64_t highest;
  uint64_t scope;
};
HeapPeak peakOf(const ThreadSlot &slot) noexcept;

// The one instruction, so that a signal handler that counts in between takes nothing from it.
template <class Word> inline void addBytes(Word &word, int64_t bytes) noexcept {
  static_assert(sizeof(Word) == 8);
#if defined(__x86_64__)
  __asm__ volatile("addq %1, %0" : "+m"(word) : "er"(bytes) : "cc");
#else
  __atomic_fetch_add(&word, static_cast<Word>(bytes), __ATOMIC_RELAXED);
#endif
}

template <class Word> inline Word relaxed(const Word &word) noexcept {
  return __atomic_load_n(&word, __ATOMIC_RELAXED);
}
// A handler that allocates between the two may have been higher.
inline void raise(int64_t &highest, int64_t level) noexcept {
  if (level > relaxed(highest))
    __atomic_store_n(&highest, level, __ATOMIC_RELAXED);
}

// To what lies beside a note, whose session is that of the slot.
[[gnu::always_inline]] inline void addBeside(ThreadSlot &slot, record::OpenMemory &memory,
                                             const HeapChange &change) noexcept {
  addBytes(slot.header.heapLevel, change.net);
  if (change.frees)
    addBytes(memory.frees, change.frees);
  if (change.allocations) {
    addBytes(memory.allocated, static_cast<int64_t>(change.allocated));
    addBytes(memory.allocations, change.allocations);
    raise(memory.highest, relaxed(slot.header.heapLevel));
  }
}

// To the record of what happens outside of all scopes (RecordGroup.h), if that is the last one.
inline bool addOutside(ThreadSlot &slot, uint32_t cursor, const HeapChange &change) noexcept {
  constexpr uint32_t groupWords = 8;
  if (cursor == 0 || slot.header.outsideCursor != cursor)
    return false;
  uint64_t *group = slot.base() + cursor - groupWords;
  addBytes(slot.header.heapLevel, change.net);
  addBytes(group[0], change.net);
  // Counts in the high halves, that stay at their largest value.
  auto count = [](uint64_t &word, uint32_t more) {
    if (more <= 0xffffffff - (relaxed(word) >> 32))
      addBytes(word, static_cast<int64_t>(uint64_t{more} << 32));
  };
  count(group[1], change.allocations);
  addBytes(group[2], static_cast<int64_t>(change.allocated));
  count(group[3], change.frees);
  if (int64_t level = relaxed(slot.header.heapLevel); change.allocations && level > slot.header.outsideEntry) {
    auto above = static_cast<uint64_t>(level - slot.header.outsideEntry);
    if (above > relaxed(group[4]))
      __atomic_store_n(&group[4], above, __ATOMIC_RELAXED);
    if (level > relaxed(slot.header.heapHighest)) {
      __atomic_store_n(&slot.header.heapHighest, level, __ATOMIC_RELAXED);
      __atomic_store_n(&slot.header.heapHighestScope, 0, __ATOMIC_RELAXED);
    }
  }
  return true;
}

// The quick way, for where there is such a note, or such a record, of this session already. False: not done.
[[gnu::always_inline]] inline bool addToNote(ThreadSlot &slot, const HeapChange &change) noexcept {
  constexpr auto kind = static_cast<uint32_t>(record::maxDepth + uint32_t(record::Escape::Memory)) << 22;
  if (relaxed(slot.header.memorySession) != relaxed(autoscope_memory_session))
    return false;
  uint64_t state = slot.state();
  uint32_t depth = depthOf(state);
  if (depth == 0)
    return addOutside(slot, cursorOf(state), change);
  record::Frame &top = slot.frames[depth - 1];
  if (static_cast<uint32_t>(top.word) != (kind | record::escapeSite))
    return false;
  addBytes(top.start, change.net);
  addBeside(slot, slot.memoryAt(depth - 1), change);
  return true;
}

// Whether the process must hear of a level.
inline bool isFar(int64_t level, int64_t told) noexcept {
  constexpr uint64_t far = 64 << 10;
  return static_cast<uint64_t>(level) - static_cast<uint64_t>(told) + far > 2 * far;
}
// Whether tellOfHeap() is due.
inline bool isFarFromTold(const ThreadSlot &slot) noexcept {
  return isFar(relaxed(slot.header.heapLevel), slot.header.heapTold);
}

}  // namespace autoscope::hot
