// The memory of the whole process: what is resident as the kernel tells it, and what its heap holds where something
// counts that.
//
// Any thread; the root serialises resetPeak(). Nothing is kept open, and nothing runs unless it is asked.
#pragma once

#include "sources/memory/MemoryNumbers.h"

namespace autoscope::memory {

// Who counts the heap (hooks of malloc): told once, and then there to the end of the process.
struct HeapSource {
  // False: not known.
  bool (*read)(int64_t &current, int64_t &peak);
  void (*resetPeak)();
};

class ProcessMemory {
public:
  static void setHeap(const HeapSource &source) noexcept;

  // Resident memory is `reserved`, the heap `allocated`.
  MemoryNumbers read() const;
  void resetPeak() noexcept;

private:
  bool peakIsKnown_ = true;
};

// Of the text of /proc/self/status: VmRSS and VmHWM, in bytes. For tests.
MemoryNumbers residentMemory(const char *status);

}  // namespace autoscope::memory
