// What the run time keeps per thread outside the ring: the thread's slot, and whether it is inside the run time.
//
// `Busy` is the one re-entrancy guard: while it is held, instrumented code on this thread (a signal handler, an
// allocator that the run time called) finds a slot at maximum depth, takes the slow path and is turned away there. So
// the slot's words may be inconsistent between two statements of the slow path, and no scope can wait for a lock that
// its own thread holds. It keeps errno, too: leaving a scope must not change what the program is about to read.
#pragma once

#include "hot/PathCache.h"
#include "hot/ThreadSlot.h"

#include <cerrno>

namespace autoscope::hot {

// A record that an interrupted leave will still write (InterruptedLeave.h).
struct StoreInFlight {
  uint32_t chunk;    // 0: none
  uint32_t address;  // of the guard
  bool kept;         // the chunk is nobody's until then
};

// The call of a module that was turned away last, and the slot's state then.
struct UnrecordedCall {
  const void *object;
  uint64_t state;
  unsigned typeHash;
};

struct ThreadState {
  ThreadSlot *slot;  // null: not enrolled
  bool busy;
  bool describing;   // the run time asks the user's code for shapes; scopes of that are nobody's
  PathCache *paths;  // null: no module scope yet
  UnrecordedCall lostCall;
  StoreInFlight inFlight[4];
};

// Initial-exec: a dynamic thread-local costs a call, and its first use may allocate.
extern __thread ThreadState threadState __attribute__((tls_model("initial-exec")));

// The thread's slot, to be read once by whoever uses it: a fork in a signal handler takes it away in the child between
// any two instructions of what it interrupted, which goes on with the slot that it has, a private copy of the parent's.
inline ThreadSlot *ownSlot() {
  return __atomic_load_n(&threadState.slot, __ATOMIC_RELAXED);
}

// The slot that sends everything to the slow path.
__autoscope_slot *fullSlot() noexcept;

class Busy {
public:
  Busy() noexcept : entered_(!threadState.busy) {
    if (entered_)
      begin();
  }
  ~Busy() {
    if (entered_)
      end();
    errno = errno_;
  }
  Busy(const Busy &) = delete;
  Busy &operator=(const Busy &) = delete;
  // False: this thread is already inside the run time; do nothing.
  bool entered() const { return entered_; }

private:
  void begin() noexcept;
  void end() noexcept;
  const bool entered_;
  bool givesSlotBack_ = false;
  const int errno_ = errno;
};

// In the child of a fork: the slot belongs to the parent's thread.
void forgetThread() noexcept;

}  // namespace autoscope::hot
