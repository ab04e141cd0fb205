// What every call into the root object holds from its first line to its last: the root's lock, with neither
// cancellation nor the program's signal handlers in between, which would leave it locked, nor signals that its writes
// raise.
#pragma once

#include "HandlersHeld.h"
#include "NoCancellation.h"
#include "collect/WriteSignals.h"

#include <mutex>
#include <optional>

namespace autoscope {

class RootLock {
public:
  // What a call that may not have it answers.
  static constexpr const char *refusal = "a signal handler that interrupted autoscope itself cannot call it";

  // `isAllowed`: the thread was not inside the run time (hot::Busy), whose locks may be its own.
  RootLock(std::mutex &mutex, bool isAllowed) {
    if (isAllowed)
      held_.emplace(mutex);
  }
  explicit operator bool() const { return held_.has_value(); }
  // While it is held: the thread's signal mask before.
  const sigset_t &maskBefore() const { return held_->handlers.maskBefore(); }

private:
  struct Held {
    explicit Held(std::mutex &mutex) : lock(mutex) {}
    NoCancellation noCancellation;
    HandlersHeld handlers;
    collect::HeldWriteSignals writeSignals;
    std::lock_guard<std::mutex> lock;
  };
  std::optional<Held> held_;
};

}  // namespace autoscope
