// Lets a program end whose main thread called pthread_exit.
//
// Such a process lives until its last thread ends, on which the C library then calls exit(0). A thread of ours never
// ends before, and blocks all signals, so the process would stay for ever, deaf to SIGTERM. So each of our threads is
// counted, and one of them looks now and then whether there is any other left; if not, the process ends as it would
// have without us.
#pragma once

#include <csignal>

namespace autoscope::collect {

// As long as it lives, the calling thread is one of ours.
class OwnThread {
public:
  OwnThread() noexcept;
  ~OwnThread();
  OwnThread(const OwnThread &) = delete;
  OwnThread &operator=(const OwnThread &) = delete;
  // Child of a fork: they are all gone.
  static void forgetAll() noexcept;
};

// Calls exit(0) on a new thread, with that signal mask, if nothing else is left.
void endWithLastThread(const sigset_t &mask) noexcept;

}  // namespace autoscope::collect
