// What the run time keeps per thread outside the ring: the thread's slot, and whether it is inside the run time.
//
// `Busy` is the one re-entrancy guard: while it is held, instrumented code on this thread (a signal handler, an
// allocator that the run time called) finds a slot at maximum depth, takes the slow path and is turned away there. So
// the slot's words may be inconsistent between two statements of the slow path, and no scope can wait for a lock that
// its own thread holds. It keeps errno, too: leaving a scope must not change what the program is about to read.
//
// A signal handler that interrupts what is busy may jump out of it, but not where a lock is held or a thing half done
// (Uninterrupted.h): the jump, or else the next one that is busy, finds by its place on the stack that it is over.
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
  uint32_t busyAt;   // the low half of the address of the innermost Busy's frame, whatever `busy` says; 0: none
  uint32_t busyFor;  // and of the guard of its scope; 0: not known
  bool busy;
  bool describing;   // the run time asks the user's code for shapes; scopes of that are nobody's
  bool goesOn;       // what is busy holds a lock (Uninterrupted.h)
  uint32_t number;   // of threads that have asked for one, from 1; 0: it has not
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

// The address of the guard of the innermost scope; 0: there is none.
inline uint32_t guardOfTop() noexcept {
  const ThreadSlot *slot = ownSlot();
  uint32_t depth = slot ? depthOf(slot->state()) : 0;
  return depth ? guardAddressOf(slot->frames[topScope(*slot, depth)].word) : 0;
}

// Of this thread alone, as its address is not: the next thread's may be the same. Threads get it as they ask first.
uint32_t threadNumber() noexcept;

// The slot that sends everything to the slow path.
__autoscope_slot *fullSlot() noexcept;

// What was busy on this thread will not go on: the program has jumped out of it.
void abandonBusy() noexcept;

class Busy {
public:
  enum class For { Scope, Note };
  // `guard`: the low half of its address, on behalf of a scope. For a note of it that says nothing of another Busy: the
  // code that describes its arguments has scopes, too, which are turned away, so it is still the innermost one's.
  explicit Busy(uint32_t guard = 0, For what = For::Scope) noexcept
      : place_(static_cast<uint32_t>(reinterpret_cast<uint64_t>(__builtin_frame_address(0)))),
        entered_(!threadState.busy || otherIsOver(what == For::Scope ? guard : 0)) {
    if (entered_)
      begin(guard);
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
  void begin(uint32_t guard) noexcept;
  void end() noexcept;
  // Whether that of `threadState.busyAt` has been jumped out of; if so it is abandoned.
  bool otherIsOver(uint32_t guard) noexcept;
  // Not where this object lies: AddressSanitizer puts the locals of a run time built with it elsewhere.
  const uint32_t place_;
  const bool entered_;
  uint32_t outer_ = 0;  // the Busy whose begin() or end() was interrupted for this one
  const int errno_ = errno;
};

// In the child of a fork: the slot belongs to the parent's thread.
void forgetThread() noexcept;

// Does this thread interrupt the run time, as a signal handler or code that it called?
inline bool isInterrupting() noexcept {
  return threadState.busy && !Busy().entered();
}

}  // namespace autoscope::hot
