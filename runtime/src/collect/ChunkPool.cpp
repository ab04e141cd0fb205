#include "collect/ChunkPool.h"

#include <algorithm>
#include <chrono>

namespace autoscope::collect {

namespace {
constexpr size_t chunksAhead = 2;
}

void ChunkPool::fill(uint32_t readyChunks, uint32_t pooledChunks) {
  // All memory now: the hand-off must not allocate.
  free_.reserve(ring_.chunkCount());
  full_.reserve(ring_.chunkCount() * 2);
  for (uint32_t i = readyChunks; i-- > 0;)
    free_.push_back(ring_.firstChunk() + i);
  made_ = readyChunks;
  pooled_ = pooledChunks;
}

uint32_t ChunkPool::make(uint32_t limit) {
  if (made_ >= std::min(limit, ring_.chunkCount()))
    return 0;
  uint32_t number = ring_.firstChunk() + made_;
  if (!ring_.reserveChunks(number, 1))
    return 0;
  ++made_;
  return number;
}

uint32_t ChunkPool::take(uint32_t liveThreads) {
  if (free_.empty())
    return make(std::max(pooled_, liveThreads + 2));
  uint32_t number = free_.back();
  free_.pop_back();
  return number;
}

bool ChunkPool::makeAhead(Lock &lock) {
  // A stop need not wait for this.
  working_ = false;
  drained_.notify_all();
  if (free_.size() >= chunksAhead || closed_)
    return false;
  uint32_t number = make(pooled_);
  if (number == 0)
    return false;
  lock.unlock();
  ring_.prefault(number, 1);
  lock.lock();
  release(number);
  return true;
}

void ChunkPool::pushFull(uint32_t number) {
  if (fullHead_ == full_.size()) {
    full_.clear();
    fullHead_ = 0;
  } else if (full_.size() == full_.capacity()) {
    full_.erase(full_.begin(), full_.begin() + ptrdiff_t(fullHead_));
    fullHead_ = 0;
  }
  full_.push_back(number);
  filled_.notify_one();
}

void ChunkPool::release(uint32_t number) {
  free_.push_back(number);
  freed_.notify_one();
}

uint32_t ChunkPool::nextFull(Lock &lock) {
  working_ = false;
  if (fullHead_ == full_.size()) {
    drained_.notify_all();
    if (!closed_)
      filled_.wait_for(lock, std::chrono::seconds(1));
    if (fullHead_ == full_.size())
      return 0;
  }
  working_ = true;
  return full_[fullHead_++];
}

void ChunkPool::waitDrained(Lock &lock) {
  while (hasBacklog()) {
    filled_.notify_one();
    drained_.wait(lock);
  }
}

void ChunkPool::close() {
  closed_ = true;
  filled_.notify_all();
  freed_.notify_all();
}

}  // namespace autoscope::collect
