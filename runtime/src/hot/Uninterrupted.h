// A stretch of the run time that its thread goes through from end to end: the program's signal handlers wait meanwhile,
// and so does its cancellation.
//
// Around all that holds a lock of ours or leaves something half done: a handler that jumps out (siglongjmp) would leave
// it so for ever. Costs four system calls' worth, so it is for what is done once per chunk, thread or site. A wait that
// may take long belongs between pause() and resume(), with no lock held: nothing that is to end the program is delayed.
#pragma once

#include "hot/ThreadState.h"

#include <csignal>
#include <pthread.h>

namespace autoscope::hot {

class Uninterrupted {
public:
  Uninterrupted() noexcept { resume(); }
  ~Uninterrupted() { pause(); }
  Uninterrupted(const Uninterrupted &) = delete;
  Uninterrupted &operator=(const Uninterrupted &) = delete;

  // Handlers that have waited run in this call, which need not return.
  void pause() noexcept {
    threadState.goesOn = outer_;
    pthread_setcancelstate(cancellation_, nullptr);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  void resume() noexcept {
    sigset_t held;
    sigfillset(&held);
    for (int own : raisedByInstructions)
      sigdelset(&held, own);
    pthread_sigmask(SIG_BLOCK, &held, &before_);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancellation_);
    threadState.goesOn = true;
  }

  // Raised by what the very thread does; blocked, they end the program without its handler.
  static constexpr int raisedByInstructions[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT};

private:
  const bool outer_ = threadState.goesOn;
  sigset_t before_;
  int cancellation_;
};

}  // namespace autoscope::hot
