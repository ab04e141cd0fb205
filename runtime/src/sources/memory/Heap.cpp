#include "sources/memory/Heap.h"

#include "hot/Clock.h"
#include "hot/StepMarks.h"
#include "hot/ThreadState.h"
#include "hot/Upcalls.h"
#include "sources/memory/HeapAbi.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>

extern "C" {
unsigned char autoscope_heap_is_hooked = 0;
unsigned char autoscope_heap_keeps_blocks = 0;
}

namespace autoscope::memory {

namespace {

// As torch.profiler calls it. No scope of the program's: neither has it a place in a source.
__autoscope_site outside = __AUTOSCOPE_FUNCTION_SITE("A1\037function\037\0370\037\037[memory]\037[memory]\037\037");

// Frees whose blocks are not of the scope's own thread and session.
__autoscope_site ofOlder = __AUTOSCOPE_FUNCTION_SITE(
    "A1\037function\037\0370\037\037[freed: older than the profile]\037[freed: older than the profile]\037\037");
__autoscope_site ofOtherThread = __AUTOSCOPE_FUNCTION_SITE(
    "A1\037function\037\0370\037\037[freed: of another thread]\037[freed: of another thread]\037\037");

LiveBlocks blocks;

uint64_t addressOf(const void *block) {
  return reinterpret_cast<uintptr_t>(block);
}

// A thread without scopes gets no place among those that have some: it takes a quarter MiB each, and a lock, while
// whoever calls malloc may hold any. Several, so that threads seldom meet in one.
struct alignas(64) Sum {
  std::atomic<int64_t> net{0}, told{0}, highest{0};
  std::atomic<uint64_t> allocated{0}, allocations{0}, frees{0};
};
constexpr size_t sums = 64;
Sum others[sums];

Sum &sumOfThread() {
  auto place = reinterpret_cast<uint64_t>(&hot::threadState);
  return others[(place * 0x9e3779b97f4a7c15u) >> 58];
}

void addToOthers(const hot::HeapChange &change) {
  Sum &sum = sumOfThread();
  int64_t net = sum.net.fetch_add(change.net, std::memory_order_relaxed) + change.net;
  int64_t highest = sum.highest.load(std::memory_order_relaxed);
  while (net > highest && !sum.highest.compare_exchange_weak(highest, net, std::memory_order_relaxed)) {
  }
  int64_t told = sum.told.load(std::memory_order_relaxed);
  if (hot::isFar(net, told) && sum.told.compare_exchange_strong(told, net, std::memory_order_relaxed))
    hot::upcall::heapMoved(0, net - told, {hot::now(), 0});
  sum.allocated.fetch_add(change.allocated, std::memory_order_relaxed);
  sum.allocations.fetch_add(change.allocations, std::memory_order_relaxed);
  sum.frees.fetch_add(change.frees, std::memory_order_relaxed);
}

}  // namespace

void keepBlocks() noexcept {
  blocks.clear();
  hot::forgetSteps();
  __atomic_store_n(&autoscope_heap_keeps_blocks, 1, __ATOMIC_RELEASE);
}

std::vector<record::LiveBlocks> takeBlocks() {
  if (!__atomic_exchange_n(&autoscope_heap_keeps_blocks, 0, __ATOMIC_ACQ_REL))
    return {};
  return blocks.summary();
}

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

HeapOfOthers takeHeapOfOthers() noexcept {
  HeapOfOthers taken = {};
  hot::HeapChange &all = taken.change;
  uint64_t allocations = 0, frees = 0;
  for (Sum &sum : others) {
    all.net += sum.net.exchange(0, std::memory_order_relaxed);
    taken.told += sum.told.exchange(0, std::memory_order_relaxed);
    taken.highest = std::max(taken.highest, sum.highest.exchange(0, std::memory_order_relaxed));
    all.allocated += sum.allocated.exchange(0, std::memory_order_relaxed);
    allocations += sum.allocations.exchange(0, std::memory_order_relaxed);
    frees += sum.frees.exchange(0, std::memory_order_relaxed);
  }
  auto count = [](uint64_t number) { return static_cast<uint32_t>(std::min(number, uint64_t{0xffffffff})); };
  all.allocations = count(allocations);
  all.frees = count(frees);
  return taken;
}

}  // namespace autoscope::memory

extern "C" void autoscope_heap_changed(const autoscope::hot::HeapChange &change, uint32_t frame) noexcept {
  if (!autoscope::hot::noteHeap(autoscope::memory::outside, frame, change))
    autoscope::memory::addToOthers(change);
}

using autoscope::memory::Block;

extern "C" void autoscope_block_taken(const void *block, int64_t bytes) noexcept {
  using namespace autoscope;
  if (hot::threadState.busy)
    return;
  Block added = {memory::addressOf(block), static_cast<uint64_t>(bytes), 0, 0, hot::threadNumber(), hot::stepOfNow()};
  if (const hot::ThreadSlot *slot = hot::ownSlot()) {
    if (uint32_t depth = hot::depthOf(slot->state()))
      added.site = static_cast<uint32_t>(slot->frames[hot::topScope(*slot, depth)].word) & record::escapeSite;
    if (const record::OpenModule *module = slot->running())
      added.path = module->path;
  }
  if (!memory::blocks.add(added))
    hot::upcall::lose(record::LossCause::MemoryLost, 1);
}

extern "C" Block autoscope_block_out(const void *block) noexcept {
  return autoscope::memory::blocks.remove(autoscope::memory::addressOf(block));
}

extern "C" void autoscope_block_back(const Block &block) noexcept {
  if (block.address != 0 && !autoscope::memory::blocks.add(block))
    autoscope::hot::upcall::lose(autoscope::record::LossCause::MemoryLost, 1);
}

extern "C" void autoscope_block_gone(const Block &block, int64_t bytes, uint32_t frame) noexcept {
  using namespace autoscope;
  const hot::HeapChange change = {-bytes, 0, 0, 1};
  bool isOwn = block.address != 0 && block.thread == hot::threadNumber();
  bool isNoted = isOwn ? hot::noteHeap(memory::outside, frame, change)
                       : hot::noteHeapApart(block.address ? memory::ofOtherThread : memory::ofOlder, frame, change);
  if (!isNoted)
    memory::addToOthers(change);
}

extern "C" void autoscope_block_given(const void *block, int64_t bytes, uint32_t frame) noexcept {
  autoscope_block_gone(autoscope_block_out(block), bytes, frame);
}

extern "C" void autoscope_heap_moved() noexcept {
  autoscope::hot::tellOfHeap();
}
