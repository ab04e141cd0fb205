// The heap of the process and of its threads, as Collector keeps it for a session.
#include "collect/Collector.h"

#include "hot/Clock.h"
#include "hot/MemoryNotes.h"
#include "hot/OpenMemory.h"

#include <algorithm>
#include <new>

namespace autoscope::collect {

using record::MetaKind;

namespace {

uint64_t checkOf(int64_t highest, uint64_t ticks, uint64_t scope, uint32_t uid) {
  return static_cast<uint64_t>(highest) ^ ticks ^ scope ^ uid;
}

}  // namespace

void Collector::beginHeap(bool ofHeap) {
  record::RingHeader &header = ring_.header();
  header.heapLevel = header.heapHighest = 0;
  header.heapHighestTicks = header.heapHighestScope = header.heapHighestCheck = header.heapHighestUid = 0;
  header.heapSession = ofHeap ? sessions_ : 0;
  threadHeaps_.clear();
  liveBlocks_.clear();
  heapPeak_.store(0, std::memory_order_relaxed);
  takesHeap_ = ofHeap;
  hot::beginMemory(sessions_, ofHeap, start_.ticks);
}

int64_t Collector::moveHeap(uint32_t uid, int64_t bytes, const hot::upcall::HeapMoment &moment) noexcept {
  record::RingHeader &header = ring_.header();
  int64_t level = __atomic_add_fetch(&header.heapLevel, bytes, __ATOMIC_RELAXED);
  int64_t peak = heapPeak_.load(std::memory_order_relaxed);
  while (level > peak && !heapPeak_.compare_exchange_weak(peak, level, std::memory_order_relaxed)) {
  }
  int64_t highest = __atomic_load_n(&header.heapHighest, __ATOMIC_RELAXED);
  while (level > highest)
    if (__atomic_compare_exchange_n(&header.heapHighest, &highest, level, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      __atomic_store_n(&header.heapHighestUid, uid, __ATOMIC_RELAXED);
      __atomic_store_n(&header.heapHighestTicks, moment.ticks, __ATOMIC_RELAXED);
      __atomic_store_n(&header.heapHighestScope, moment.scope, __ATOMIC_RELAXED);
      uint64_t check = checkOf(level, moment.ticks, moment.scope, uid);
      __atomic_store_n(&header.heapHighestCheck, check, __ATOMIC_RELAXED);
      break;
    }
  return level;
}

// What the thread has not told of, and what it comes to. With the hand-off lock.
void Collector::noteHeapOf(const hot::ThreadSlot &slot) noexcept {
  if (!takesHeap_ || !hot::hasMemoryOfNow(slot))
    return;
  int64_t level = hot::relaxed(slot.header.heapLevel);
  hot::HeapPeak peak = hot::peakOf(slot);
  try {
    threadHeaps_.push_back({slot.header.uid, level, peak.highest, peak.scope});
  } catch (const std::bad_alloc &) {
    lose(record::LossCause::MemoryLost, 1);
  }
  moveHeap(slot.header.uid, level - hot::relaxed(slot.header.heapTold), {hot::now(), 0});
}

void Collector::describeHeap(std::vector<uint8_t> &tail) {
  if (!takesHeap_)
    return;
  takesHeap_ = false;
  auto add = [&tail](Entry &entry) {
    const std::vector<uint8_t> &bytes = entry.bytes();
    tail.insert(tail.end(), bytes.begin(), bytes.end());
  };
  auto bits = [](int64_t bytes) { return static_cast<uint64_t>(bytes); };
  for (const ThreadHeap &thread : threadHeaps_)
    add(Entry(MetaKind::ThreadMemory)
            .u32(thread.uid)
            .u32(0)
            .u64(bits(thread.level))
            .u64(bits(thread.highest))
            .u64(thread.scope)
            .u64(0));
  for (const record::LiveBlocks &blocks : liveBlocks_)
    add(Entry(MetaKind::LiveBlocks)
            .u32(blocks.site)
            .u32(blocks.path)
            .u32(blocks.uid)
            .u32(blocks.step)
            .u64(blocks.bytes)
            .u64(blocks.blocks));
  record::RingHeader header = ring_.header();
  bool isOfOne = header.heapHighestCheck ==
                 checkOf(header.heapHighest, header.heapHighestTicks, header.heapHighestScope, header.heapHighestUid);
  add(Entry(MetaKind::ProcessMemory)
          .u64(bits(header.heapLevel))
          .u64(bits(header.heapHighest))
          .u64(isOfOne ? header.heapHighestTicks : 0)
          .u32(isOfOne ? header.heapHighestUid : 0)
          .u32(0)
          .u64(isOfOne ? header.heapHighestScope : 0));
}

bool Collector::heapNow(int64_t &current, int64_t &peak) noexcept {
  ChunkPool::Lock lock = pool_.lock();
  if (!takesHeap_)
    return false;
  current = __atomic_load_n(&ring_.header().heapLevel, __ATOMIC_RELAXED);
  threads_.forEach([&current](const hot::ThreadSlot &slot) {
    if (hot::hasMemoryOfNow(slot))
      current += hot::relaxed(slot.header.heapLevel) - hot::relaxed(slot.header.heapTold);
  });
  peak = std::max(current, heapPeak_.load(std::memory_order_relaxed));
  return true;
}

void Collector::resetHeapPeak() noexcept {
  ChunkPool::Lock lock = pool_.lock();
  if (takesHeap_)
    heapPeak_.store(__atomic_load_n(&ring_.header().heapLevel, __ATOMIC_RELAXED), std::memory_order_relaxed);
}

}  // namespace autoscope::collect
