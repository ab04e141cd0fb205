// Holds back the signals that a write of ours can raise on a thread of the program: SIGXFSZ beyond the limit of file
// sizes (also from ftruncate and fallocate), SIGPIPE for a message that nobody reads. Either would end a program that
// had done nothing wrong; the write fails with an error number all the same.
//
// Put one around everything that writes outside the writer thread, which has all signals blocked.
#pragma once

#include <csignal>

namespace autoscope::collect {

class HeldWriteSignals {
public:
  HeldWriteSignals() noexcept;
  // Takes back what we caused, not what was pending before. Keeps errno.
  ~HeldWriteSignals();
  HeldWriteSignals(const HeldWriteSignals &) = delete;
  HeldWriteSignals &operator=(const HeldWriteSignals &) = delete;

private:
  sigset_t maskBefore_, pendingBefore_;
};

}  // namespace autoscope::collect
