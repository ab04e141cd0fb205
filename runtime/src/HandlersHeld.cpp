#include "HandlersHeld.h"

#include "hot/Uninterrupted.h"

namespace autoscope {

sigset_t HandlersHeld::hold() noexcept {
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
  return before;
}

void HandlersHeld::release(const sigset_t &before) noexcept {
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace autoscope
