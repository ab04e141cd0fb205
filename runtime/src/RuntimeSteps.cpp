// When scopes are taken: pauses within a profile.
#include "Runtime.h"

#include "HandlersHeld.h"
#include "NoCancellation.h"
#include "RunTimeCopies.h"
#include "hot/ThreadState.h"

#include <exception>

namespace autoscope {

std::string Runtime::setCollecting(bool collects) noexcept {
  hot::Busy busy;
  if (!busy.entered() || isAbandoned())
    return "a signal handler that interrupted autoscope itself cannot call it";
  NoCancellation noCancellation;
  HandlersHeld handlers;
  std::lock_guard<std::mutex> lock(mutex_);
  try {
    if (state_ != State::Recording && state_ != State::Forked)
      return "no profile is being recorded";
    if (collects == collects_)
      return {};
    collects_ = collects;
    enableScopes(collects ? recorded_ : 0);
    // Whatever of libtorch's asks for the flag itself: nothing is to be said where it is not in the process.
    if (!collects)
      operators_.stop();
    else if (state_ == State::Recording && options_.operators == "1")
      startOperators();
    return {};
  } catch (const std::exception &failure) {
    return std::string("cannot go on: ") + failure.what();
  }
}

}  // namespace autoscope
