#include "sources/memory/Heap.h"

#include "hot/MemoryNotes.h"
#include "hot/ThreadState.h"
#include "sources/memory/HeapAbi.h"

#include <atomic>
#include <cstdlib>

extern "C" {
unsigned char autoscope_heap_is_hooked = 0;
}

namespace autoscope::memory {

namespace {

// As torch.profiler calls it. No scope of the program's: neither has it a place in a source.
__autoscope_site outside = __AUTOSCOPE_FUNCTION_SITE("A1\037function\037\0370\037\037[memory]\037[memory]\037\037");

// A thread without scopes gets no place among those that have some: it takes a quarter MiB each, and a lock, while
// whoever calls malloc may hold any. Several, so that threads seldom meet in one.
struct alignas(64) Sum {
  std::atomic<int64_t> bytes{0};
};
constexpr size_t sums = 64;
Sum others[sums];

Sum &sumOfThread() {
  auto place = reinterpret_cast<uint64_t>(&hot::threadState);
  return others[(place * 0x9e3779b97f4a7c15u) >> 58];
}

}  // namespace

Hooks heapHooks() noexcept {
  // Neither may be left out by a compiler that knows what they do.
  void *volatile probe = malloc(1);
  free(probe);
  if (!autoscope_heap_is_hooked)
    return Hooks::None;
  return autoscope_heap_is_hooked == 1 ? Hooks::There : Hooks::WithoutSizes;
}

__autoscope_site &outsideOfScopes() noexcept {
  return outside;
}

int64_t takeHeapOfOthers() noexcept {
  int64_t bytes = 0;
  for (Sum &sum : others)
    bytes += sum.bytes.exchange(0, std::memory_order_relaxed);
  return bytes;
}

}  // namespace autoscope::memory

extern "C" void autoscope_heap_changed(int64_t bytes, uint32_t frame) noexcept {
  if (!autoscope::hot::noteHeap(autoscope::memory::outside, frame, bytes))
    autoscope::memory::sumOfThread().bytes.fetch_add(bytes, std::memory_order_relaxed);
}
