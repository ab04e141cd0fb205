// What lies beside the notes of memory of open scopes, as the slow half of the hot path keeps it.
//
// A scope that is left hands the highest level that its thread had in it to the scope around it, so a peak is right
// whatever is dropped later. Notes are of one session: what they hold is dropped by the owner when it next has to do
// with them in another one. Called by the owning thread, marked busy.
#pragma once

#include "hot/ThreadSlot.h"

#include <cstring>

namespace autoscope::hot {

// Word by word: a stop reads what the thread goes on writing.
inline void put(record::OpenMemory &to, const record::OpenMemory &from) noexcept {
  constexpr size_t words = sizeof to / sizeof(uint64_t);
  uint64_t copy[words];
  std::memcpy(copy, &from, sizeof from);
  for (size_t i = 0; i < words; ++i)
    __atomic_store_n(reinterpret_cast<uint64_t *>(&to) + i, copy[i], __ATOMIC_RELAXED);
}
inline record::OpenMemory get(const record::OpenMemory &from) noexcept {
  constexpr size_t words = sizeof from / sizeof(uint64_t);
  uint64_t copy[words];
  for (size_t i = 0; i < words; ++i)
    copy[i] = __atomic_load_n(reinterpret_cast<const uint64_t *>(&from) + i, __ATOMIC_RELAXED);
  record::OpenMemory to;
  std::memcpy(&to, copy, sizeof to);
  return to;
}

// Of the scope at `scope`, in a stack of `depth` frames, the index of its note of that kind; 0: it has none.
uint32_t noteOf(const ThreadSlot &slot, uint32_t scope, uint32_t depth, record::Escape kind) noexcept;

// For the innermost scope, at whose entry the thread had `entry` bytes. Its index; 0: there is no room.
uint32_t openHeapNote(ThreadSlot &slot, int64_t entry) noexcept;

// Whether the notes of memory are of the session that goes on, and whether that is one of the heap.
bool hasMemoryOfNow(const ThreadSlot &slot) noexcept;
bool recordsHeap() noexcept;
// Makes them so: those of scopes that began before it are none any more.
void renewMemory(ThreadSlot &slot) noexcept;
// Whether no scope runs that began in the session: readers drop those that did not.
bool isOutside(const ThreadSlot &slot) noexcept;

// How high the thread's level was in a scope.
struct HeapOfScope {
  int64_t entry, highest;
  uint64_t scope;  // start of the innermost one then
  bool isThere;
};
// Of the scope that starts at `start` and has this beside its note.
HeapOfScope heapOfScope(const record::OpenMemory &memory, uint64_t start) noexcept;
// It has been left: for the scope around it, if any.
void handOn(ThreadSlot &slot, const HeapOfScope &left) noexcept;

}  // namespace autoscope::hot
