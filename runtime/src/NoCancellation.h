// Keeps the calling thread from being cancelled for as long as it lives.
#pragma once

#include <pthread.h>

namespace autoscope {

// A deferred cancellation would otherwise unwind from a wait or a system call of ours into a noexcept function, which
// ends the program.
class NoCancellation {
public:
  NoCancellation() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
  ~NoCancellation() { pthread_setcancelstate(before_, nullptr); }
  NoCancellation(const NoCancellation &) = delete;
  NoCancellation &operator=(const NoCancellation &) = delete;

private:
  int before_ = PTHREAD_CANCEL_ENABLE;
};

}  // namespace autoscope
