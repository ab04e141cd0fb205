// Keeps the program's signal handlers from running on the calling thread for as long as it lives: one that jumped out
// (siglongjmp) of a start, a stop or a fork would leave its locks held.
//
// For what takes long: signals without a handler come through, so what is to end the program ends it.
#pragma once

#include <csignal>

namespace autoscope {

class HandlersHeld {
public:
  HandlersHeld() noexcept : before_(hold()) {}
  ~HandlersHeld() { release(before_); }
  HandlersHeld(const HandlersHeld &) = delete;
  HandlersHeld &operator=(const HandlersHeld &) = delete;
  const sigset_t &maskBefore() const { return before_; }

  // By hand; hold() returns the mask before.
  static sigset_t hold() noexcept;
  static void release(const sigset_t &before) noexcept;

private:
  const sigset_t before_;
};

}  // namespace autoscope
