// Hands chunks between the threads that fill them and the writer that drains them.
//
// Its lock is the hand-off lock: a chunk's state, and which chunk a slot points into, change only under it, so that a
// stop can read live threads' chunks. Free chunks are reused last in, first out: only the backlog's pages are ever
// touched.
#pragma once

#include "collect/Ring.h"

#include <condition_variable>
#include <mutex>
#include <vector>

namespace autoscope::collect {

class ChunkPool {
public:
  using Lock = std::unique_lock<std::mutex>;

  explicit ChunkPool(Ring &ring) : ring_(ring) {}
  // Once, when the ring is new: `readyChunks` exist already, up to `pooledChunks` are made as they are needed.
  void fill(uint32_t readyChunks, uint32_t pooledChunks);
  Lock lock() { return Lock(mutex_); }
  std::mutex &mutex() { return mutex_; }

  // The rest wants the lock held.

  // A free chunk, or 0. The pool may always grow to two more than the live threads, else one thread could wait for
  // another.
  uint32_t take(uint32_t liveThreads);
  // Makes one more chunk, with its pages, if few are free: the writer's work, so that scopes meet no fresh page. Gives
  // up the lock for the time. False: nothing to do.
  bool makeAhead(Lock &lock);
  // Until a chunk may be free, or the pool is closed.
  void waitFree(Lock &lock) { freed_.wait(lock); }
  void pushFull(uint32_t number);
  // Will the writer free a chunk without any thread's help?
  bool hasBacklog() const { return working_ || hasFull(); }
  bool hasFull() const { return fullHead_ != full_.size(); }
  void release(uint32_t number);

  // Writer: the next full chunk, or 0 after a second without one. The writer counts as working until it asks again.
  uint32_t nextFull(Lock &lock);
  // Until the writer has nothing left to do.
  void waitDrained(Lock &lock);

  // From now on nobody waits for a free chunk, and the writer ends when it has drained the queue.
  void close();
  bool isClosed() const { return closed_; }

private:
  // A new chunk's number, or 0.
  uint32_t make(uint32_t limit);

  Ring &ring_;
  std::mutex mutex_;
  std::condition_variable freed_, filled_, drained_;
  std::vector<uint32_t> free_, full_;
  size_t fullHead_ = 0;
  uint32_t made_ = 0;
  uint32_t pooled_ = 0;
  bool working_ = false;
  bool closed_ = false;
};

}  // namespace autoscope::collect
