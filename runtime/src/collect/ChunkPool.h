// Hands chunks between the threads that fill them and the writer that drains them.
//
// Its lock is the hand-off lock: a chunk's state, and which chunk a slot points into, change only under it, so that a
// stop can read live threads' chunks. Free chunks are reused last in, first out: only the backlog's pages are ever
// touched. For a flight recorder full chunks are held instead of drained, and the oldest is taken again for newer
// scopes; a snapshot pins them while it copies them, oldest first.
#pragma once

#include "collect/Ring.h"
#include "hot/Uninterrupted.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <vector>

namespace autoscope::collect {

class ChunkPool {
public:
  using Lock = std::unique_lock<std::mutex>;

  explicit ChunkPool(Ring &ring) : ring_(ring) {}
  // Once, when the ring is new: `readyChunks` exist already, more are made as they are needed, while all memory of the
  // ring stays within `limitBytes`.
  void fill(uint32_t readyChunks, uint64_t limitBytes);
  Lock lock() { return Lock(mutex_); }
  std::mutex &mutex() { return mutex_; }
  uint64_t limitBytes() const { return limitBytes_; }

  // The rest wants the lock held.

  // A free chunk, or 0. Whatever the limit, there may be two more than the live threads, else one thread could wait for
  // another.
  uint32_t take(uint32_t liveThreads);
  // Makes one more chunk, with its pages, if few are free: the writer's work, so that scopes meet no fresh page. Gives
  // up the lock for the time. False: nothing to do.
  bool makeAhead(Lock &lock);
  // Until a chunk may be free, or the pool is closed, or a while is over. Signal handlers run meanwhile, and one that
  // jumps out leaves nothing behind.
  void waitFree(Lock &lock, hot::Uninterrupted &uninterrupted) noexcept;
  // The writer waits for a lock of the program's, perhaps held by a thread that waits for a chunk.
  void setWriterAway(bool away);
  // It does so for longer than anybody holds such a lock, unless the holder waits for us.
  bool writerIsStuck() const;
  // Then: a new chunk whatever the limit, or 0.
  uint32_t takeBeyondLimit() { return make(ring_.chunkCount()); }
  void pushFull(uint32_t number);
  // Will the writer free a chunk without any thread's help?
  bool hasBacklog() const { return working_ || pinning_ || hasFull(); }
  // The same, or make one.
  bool expectsFree() const { return making_ || hasBacklog(); }
  // What exists is what the limit allows.
  bool isAtLimit(uint32_t liveThreads) const { return existing() >= allowed(liveThreads); }
  // For the writer to drain.
  bool hasFull() const { return !holding_ && fullCount() > 0; }
  // Its memory goes back to the system if names or slots have taken its place meanwhile.
  void release(uint32_t number, uint32_t liveThreads);
  // The numbers of all chunks that have memory.
  std::vector<uint32_t> existingChunks() const;

  // The writer asks more often whether the process is to end: its main thread has ended.
  void hurry() {
    idle_ = std::chrono::milliseconds(20);
    filled_.notify_one();
  }
  // Writer: the next full chunk, or 0 after a second without one, or when there is other work. The writer counts as
  // working until it asks again.
  uint32_t nextFull(Lock &lock);
  // There is other work for the writer.
  void callWriter();
  // Until the writer has nothing left to do.
  void waitDrained(Lock &lock);
  // Until endPinning(), perhaps.
  void waitPinned(Lock &lock) { drained_.wait(lock); }

  // Flight recorder: from now on (or no longer) full chunks stay. When they no longer do, each gives its place on the
  // disk back as soon as it is released: what is written may need that place.
  void setHolding(bool holding) {
    vacating_ = holding_ && !holding;
    holding_ = holding;
  }
  bool isHolding() const { return holding_; }
  bool isPinning() const { return pinning_; }
  // Few chunks are free, or there are more than the limit allows: takeOldest() is due.
  bool wantsOldest(uint32_t liveThreads) const;
  // The oldest held chunk that no snapshot needs, or 0. It is the caller's.
  uint32_t takeOldest();
  // Writer: the same for a time without the lock. It counts as working until it asks for other work.
  uint32_t takeOldestToWork() {
    uint32_t number = takeOldest();
    working_ = number != 0;
    return number;
  }
  // Writer: it counts as working until it asks for other work.
  void beginWork() { working_ = true; }
  // All held chunks, oldest first, which no thread takes until they are unpinned one by one in that order.
  std::vector<uint32_t> pinAll();
  // The same, only to look at.
  std::vector<uint32_t> held() const { return {full_.begin() + ptrdiff_t(fullHead_), full_.end()}; }
  void unpinOldest();
  void endPinning();

  // From now on nobody waits for a free chunk, and the writer ends when it has drained the queue.
  void close();
  bool isClosed() const { return closed_; }

private:
  void tellFreed() noexcept;
  size_t fullCount() const { return full_.size() - fullHead_; }
  // How many chunks there may be.
  uint32_t allowed(uint32_t liveThreads) const;
  uint32_t existing() const { return made_ - uint32_t(givenBack_.size()); }
  // A new chunk's number, or 0.
  uint32_t make(uint32_t limit);

  static constexpr std::chrono::milliseconds patience{1000};

  Ring &ring_;
  std::mutex mutex_;
  std::condition_variable filled_, drained_;
  // Counts what waitFree() waits for. No condition variable: glibc's remembers who waits in one, and whoever wakes them
  // would wait for a thread that has jumped out.
  std::atomic<uint32_t> freed_{0};
  std::vector<uint32_t> free_, full_;
  std::vector<uint32_t> givenBack_;  // numbers without memory
  size_t fullHead_ = 0;
  size_t unpinned_ = 0;  // of the held ones, at the front: copied already
  uint32_t made_ = 0;
  uint64_t limitBytes_ = 0;
  bool pinning_ = false;
  bool holding_ = false;
  bool vacating_ = false;
  bool working_ = false;
  bool making_ = false;  // a chunk, which is nobody's so far
  bool called_ = false;
  bool closed_ = false;
  std::chrono::steady_clock::time_point awaySince_ = std::chrono::steady_clock::time_point::max();
  std::chrono::milliseconds idle_{1000};
};

}  // namespace autoscope::collect
