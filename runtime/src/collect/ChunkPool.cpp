#include "collect/ChunkPool.h"

#include <algorithm>
#include <climits>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace autoscope::collect {

namespace {
constexpr size_t chunksAhead = 2;
}

void ChunkPool::fill(uint32_t readyChunks, uint64_t limitBytes) {
  // All memory now: the hand-off must not allocate.
  free_.reserve(ring_.chunkCount());
  givenBack_.reserve(ring_.chunkCount());
  full_.reserve(ring_.chunkCount() * 2);
  for (uint32_t i = readyChunks; i-- > 0;)
    free_.push_back(ring_.firstChunk() + i);
  made_ = readyChunks;
  limitBytes_ = limitBytes;
}

uint32_t ChunkPool::allowed(uint32_t liveThreads) const {
  uint64_t others = ring_.otherBytes();
  uint64_t chunks = limitBytes_ > others ? (limitBytes_ - others) / record::chunkBytes : 0;
  return uint32_t(std::min<uint64_t>(std::max<uint64_t>(chunks, liveThreads + 2), ring_.chunkCount()));
}

std::vector<uint32_t> ChunkPool::existingChunks() const {
  std::vector<bool> exists(made_, true);
  for (uint32_t number : givenBack_)
    exists[number - ring_.firstChunk()] = false;
  std::vector<uint32_t> numbers;
  for (uint32_t i = 0; i < made_; ++i)
    if (exists[i])
      numbers.push_back(ring_.firstChunk() + i);
  return numbers;
}

uint32_t ChunkPool::make(uint32_t limit) {
  if (existing() >= limit)
    return 0;
  if (!givenBack_.empty()) {
    uint32_t number = givenBack_.back();
    if (!ring_.reserveAgain(number))
      return 0;
    givenBack_.pop_back();
    return number;
  }
  uint32_t number = ring_.firstChunk() + made_;
  if (!ring_.reserveChunks(number, 1))
    return 0;
  ++made_;
  return number;
}

uint32_t ChunkPool::take(uint32_t liveThreads) {
  if (free_.empty())
    return make(allowed(liveThreads));
  uint32_t number = free_.back();
  free_.pop_back();
  return number;
}

void ChunkPool::waitFree(Lock &lock, hot::Uninterrupted &uninterrupted) noexcept {
  static_assert(sizeof freed_ == sizeof(uint32_t));
  const timespec longest = {std::chrono::duration_cast<std::chrono::seconds>(patience).count(), 0};
  uint32_t before = freed_.load(std::memory_order_relaxed);  // changes under the lock
  lock.unlock();
  uninterrupted.pause();
  syscall(SYS_futex, &freed_, FUTEX_WAIT_PRIVATE, before, &longest, nullptr, 0);
  uninterrupted.resume();
  lock.lock();
}

void ChunkPool::tellFreed() noexcept {
  freed_.fetch_add(1, std::memory_order_relaxed);
  syscall(SYS_futex, &freed_, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

void ChunkPool::setWriterAway(bool away) {
  using Clock = std::chrono::steady_clock;
  awaySince_ = away ? Clock::now() : Clock::time_point::max();
}

bool ChunkPool::writerIsStuck() const {
  using Clock = std::chrono::steady_clock;
  return awaySince_ != Clock::time_point::max() && Clock::now() - awaySince_ >= patience;
}

bool ChunkPool::makeAhead(Lock &lock) {
  // A stop need not wait for this.
  working_ = false;
  drained_.notify_all();
  if (free_.size() >= chunksAhead || closed_ || vacating_)
    return false;
  uint32_t number = make(allowed(0));
  if (number == 0)
    return false;
  making_ = true;
  lock.unlock();
  ring_.prefault(number, 1);
  lock.lock();
  making_ = false;
  free_.push_back(number);
  tellFreed();
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

void ChunkPool::release(uint32_t number, uint32_t liveThreads) {
  if ((vacating_ || existing() > allowed(liveThreads)) && ring_.giveBack(number))
    givenBack_.push_back(number);
  else
    free_.push_back(number);
  tellFreed();
}

uint32_t ChunkPool::nextFull(Lock &lock) {
  working_ = false;
  if (!hasFull()) {
    drained_.notify_all();
    if (!closed_ && !called_)
      filled_.wait_for(lock, idle_);
    called_ = false;
    if (!hasFull())
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

void ChunkPool::callWriter() {
  called_ = true;
  filled_.notify_one();
}

bool ChunkPool::wantsOldest(uint32_t liveThreads) const {
  // Where the limit allows no more than two beyond the live threads, one of them is there for the newest scopes.
  size_t most = allowed(liveThreads);  // a thread makes what is missing of it before it takes the oldest
  size_t ahead = most > liveThreads + chunksAhead ? chunksAhead : 1;
  return holding_ && fullCount() > 0 && ((free_.size() < ahead && existing() >= most) || existing() > most);
}

uint32_t ChunkPool::takeOldest() {
  if (!holding_ || fullCount() == 0 || (pinning_ && unpinned_ == 0))
    return 0;
  if (pinning_)
    --unpinned_;
  return full_[fullHead_++];
}

std::vector<uint32_t> ChunkPool::pinAll() {
  pinning_ = true;
  unpinned_ = 0;
  return held();
}

void ChunkPool::unpinOldest() {
  ++unpinned_;
  tellFreed();
}

void ChunkPool::endPinning() {
  pinning_ = false;
  tellFreed();
  drained_.notify_all();
}

void ChunkPool::close() {
  closed_ = true;
  filled_.notify_all();
  tellFreed();
}

}  // namespace autoscope::collect
