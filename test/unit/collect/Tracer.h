// Stops each thread of a child process and lets them go on one instruction at a time, in any order.
//
// For tests that look at what a process that is killed at that instruction leaves. The child is a ChildFunction; it and
// all its threads end with the object. A child stops itself at a place of interest by raise(SIGSTOP).
#pragma once

#include "ChildProcess.h"

#include <map>

namespace autoscope::test {

class Tracer {
public:
  Tracer(const std::string &child, const Environment &environment);
  ~Tracer();
  Tracer(const Tracer &) = delete;
  Tracer &operator=(const Tracer &) = delete;

  bool works() const { return pid_ > 0; }  // a container may forbid it
  pid_t pid() const { return pid_; }
  // The thread of that name (pthread_setname_np), which may be about to begin; 0: there is none in two seconds.
  pid_t thread(const std::string &name);

  // All threads run until one stops itself, which is returned, with the others still running; 0: the process ended.
  pid_t runToStop();
  // The thread alone goes on until it stops itself or waits for another. True: it stopped.
  bool runAlone(pid_t thread);
  // Until the thread waits (for a lock or a condition), and then stops it there.
  void stopWhenItWaits(pid_t thread);

  enum class Step {
    Done,
    StoppedItself,  // by the step
    Waits,          // inside the kernel, for another thread; a later call for it may find it done
    Ended,
  };
  Step step(pid_t thread);

private:
  struct Thread {
    bool stopped = false;
    bool stoppedItself = false;
  };
  // Takes one report, if there is one in time. False: none.
  bool take(pid_t which, bool wait, pid_t &thread);
  bool inFutex(pid_t thread) const;
  void go(pid_t thread);

  pid_t pid_ = 0;
  std::map<pid_t, Thread> threads_;
};

}  // namespace autoscope::test
