// Records the operators that libtorch runs as scopes, while a profile wants them.
//
// Opens libautoscope-torch-operators.so once libtorch is in the process, which it never loads itself, and only if that
// is the libtorch that ours were compiled against. open() is for any thread, not holding a lock that code of the
// program may wait for: dlopen waits for others. The rest is serialised by the caller.
#pragma once

#include "sources/emit/BackEnd.h"
#include "sources/torch/OperatorHooks.h"
#include "sources/torch/TensorTotals.h"

#include <atomic>
#include <string>

namespace autoscope::torch_operators {

// Whether some libtorch is in the process.
bool libtorchIsThere() noexcept;

class Operators {
public:
  // True: start() will do. Else this process has no libtorch yet, another thread is just at it, or problem() says more.
  bool open() noexcept;
  // What tells libtorch's profiler of scopes (AUTOSCOPE_EMIT=torch). Null unless open.
  const emit::BackEnd *emission() const;
  bool isOpen() const { return stage_.load(std::memory_order_acquire) == Stage::Open; }
  // A sentence; empty: there is none. Good once open() has returned false.
  std::string problem() const;

  // Does nothing unless open.
  void start(const Extras &extras) noexcept;
  void stop() noexcept;
  // From now on and for good, memory of tensors adds to totals(), profile or none. False: not open.
  bool countMemory() noexcept;
  bool countsMemory() const { return countsMemory_; }
  static TensorTotals &totals() noexcept;
  // Whether allocations of a thread with operators were told to somebody else, since this was asked last.
  bool memoryWasTaken() noexcept;

private:
  enum class Stage { Closed, Opening, Open, Failed };

  std::string load();

  std::atomic<Stage> stage_ = {Stage::Closed};
  std::string problem_;
  bool installed_ = false, countsMemory_ = false;
};

}  // namespace autoscope::torch_operators
