#include "collect/WriteSignals.h"

#include <cerrno>
#include <ctime>

namespace autoscope::collect {

namespace {
constexpr int held[] = {SIGXFSZ, SIGPIPE};
}

HeldWriteSignals::HeldWriteSignals() noexcept {
  sigset_t ours;
  sigemptyset(&ours);
  for (int signal : held)
    sigaddset(&ours, signal);
  sigpending(&pendingBefore_);
  pthread_sigmask(SIG_BLOCK, &ours, &maskBefore_);
}

HeldWriteSignals::~HeldWriteSignals() {
  int error = errno;
  sigset_t pending, caused;
  sigpending(&pending);
  sigemptyset(&caused);
  for (int signal : held)
    if (sigismember(&pending, signal) && !sigismember(&pendingBefore_, signal))
      sigaddset(&caused, signal);
  const timespec atOnce = {};
  while (sigtimedwait(&caused, nullptr, &atOnce) > 0) {
  }
  pthread_sigmask(SIG_SETMASK, &maskBefore_, nullptr);
  errno = error;
}

}  // namespace autoscope::collect
