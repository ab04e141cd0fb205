// What the root does so that a profile has the operators of libtorch, which may enter the process before or after it.
#include "Runtime.h"

#include "HandlersHeld.h"
#include "Message.h"
#include "NoCancellation.h"

#include <exception>

namespace autoscope {

void Runtime::startOperators() {
  awaitsOperators_ = !operators_.isOpen();
  if (operators_.isOpen())
    operators_.start({(recorded_ & (__autoscope_records_shapes | __autoscope_records_flops)) != 0,
                      (recorded_ & __autoscope_records_memory) != 0});
  else if (!operators_.problem().empty())
    tellWithoutOperators();
}

void Runtime::tellWithoutOperators() {
  awaitsOperators_ = false;
  std::string problem = operators_.problem();
  if (problem.empty())
    problem = "operators were not recorded: no libtorch was in the process";
  if (problem != toldOfOperators_)
    say(problem);
  toldOfOperators_ = problem;
}

void Runtime::tellOfMemory() {
  if (operators_.memoryWasTaken())
    say("memory was not recorded on every thread: torch's own profiler was running, and allocations are told to one");
}

// Holds no lock while the library is opened, and waits for none: the profile may be stopping.
void Runtime::torchRuns() noexcept {
  if (!awaitsOperators_.load(std::memory_order_relaxed) && !awaitsTensors_.load(std::memory_order_relaxed))
    return;
  NoCancellation noCancellation;
  HandlersHeld handlers;
  operators_.open();
  std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
  if (lock && awaitsTensors_)
    countTensorsLocked();
  if (!lock || state_ != State::Recording || !awaitsOperators_)
    return;
  try {
    startOperators();
  } catch (const std::exception &) {
    awaitsOperators_ = false;
  }
}

}  // namespace autoscope
