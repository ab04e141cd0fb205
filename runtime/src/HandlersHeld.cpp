#include "HandlersHeld.h"

#include "hot/Uninterrupted.h"

#include <cerrno>

namespace autoscope {

sigset_t HandlersHeld::hold() noexcept {
  const int error = errno;  // sigaction() refuses the C library's own signals
  sigset_t handled, before;
  sigemptyset(&handled);
  for (int signal = 1; signal <= SIGRTMAX; ++signal) {
    struct sigaction action;
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN)
      sigaddset(&handled, signal);
  }
  for (int own : hot::Uninterrupted::raisedByInstructions)
    sigdelset(&handled, own);
  pthread_sigmask(SIG_BLOCK, &handled, &before);
  errno = error;
  return before;
}

void HandlersHeld::release(const sigset_t &before) noexcept {
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace autoscope
