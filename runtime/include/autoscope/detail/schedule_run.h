#if defined(__clang__)
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif
// The state machine of a profile with a schedule: which step it is, and what is done between two steps, in torch's
// order.
//
// `Acts` does it: warn(from, to), startInVain(), prepare(), start(), stop(isCutOff) -> whether there is a result,
// ready(), openStep(number) and closeStep(). Whatever of those throws, the step and the action are right afterwards.
// One thread at a time. C++17.
#ifndef AUTOSCOPE_DETAIL_SCHEDULE_RUN_H
#define AUTOSCOPE_DETAIL_SCHEDULE_RUN_H

#include "autoscope/schedule.h"

#include <cstdint>
#include <exception>
#include <string>
#include <thread>
#include <utility>

namespace autoscope {
namespace detail {

template <class Acts> class ScheduleRun {
public:
  ScheduleRun(Acts &acts, schedule_function schedule) : acts_(acts), schedule_(std::move(schedule)) {}

  bool isRunning() const { return isRunning_; }
  // `frame`: of the function that the program has called. Above that of the handler's call, on the same thread: the
  // handler has been left by longjmp.
  bool isInHandler(const void *frame) {
    if (isInHandler_ && handlerThread_ == std::this_thread::get_id() &&
        reinterpret_cast<std::uintptr_t>(frame) > handlerFrame_)
      recover();
    return isInHandler_;
  }
  long step() const { return step_; }
  ProfilerAction action() const { return action_; }
  bool hasSchedule() const { return static_cast<bool>(schedule_); }

  void start() {
    if (isRunning_)
      return;
    step_ = 0;
    ProfilerAction first = actionAt(0);
    isRunning_ = true;
    action_ = first;
    try {
      carryOut(transition(ProfilerAction::NONE, first), ProfilerAction::NONE, first);
    } catch (...) {
      isRunning_ = false;
      action_ = ProfilerAction::NONE;
      throw;
    }
    openStep();
  }

  void next() {
    ProfilerAction from = action_, to = actionAt(step_ + 1);  // may throw: nothing has changed then
    acts_.closeStep();
    ++step_;
    action_ = to;
    try {
      carryOut(transition(from, to), from, to);
    } catch (...) {
      openStep();
      throw;
    }
    openStep();
  }

  // In the child of a fork: whatever it was at, it is over.
  void abandon() {
    isRunning_ = isInHandler_ = endsAfterHandler_ = false;
    action_ = ProfilerAction::NONE;
  }

  // Called by the handler, it takes effect when that returns.
  void stop() {
    if (!isRunning_)
      return;
    if (isInHandler_) {
      endsAfterHandler_ = true;
      return;
    }
    acts_.closeStep();
    ProfilerAction from = action_;
    isRunning_ = false;
    action_ = ProfilerAction::NONE;
    carryOut(exitTransition(from), from, ProfilerAction::NONE);
  }

private:
  ProfilerAction actionAt(long step) const {
    if (!schedule_)
      return ProfilerAction::RECORD;
    ProfilerAction action = schedule_(step);
    int number = static_cast<int>(action);
    if (number < 0 || number > 3)
      throw schedule_error("the schedule answered " + std::to_string(number) + " for step " + std::to_string(step) +
                           ", which is no ProfilerAction; there are NONE, WARMUP, RECORD and RECORD_AND_SAVE");
    return action;
  }

  void openStep() {
    if (isRunning_)
      acts_.openStep(step_);
  }

  void carryOut(const Transition &what, ProfilerAction from, ProfilerAction to) {
    if (what.warns)
      acts_.warn(from, to);
    if (what.startsFirst)
      acts_.startInVain();
    bool hasResult = what.stops && acts_.stop(/*isCutOff=*/!what.isReady);
    std::exception_ptr thrown;
    if (what.isReady && hasResult)
      thrown = callHandler();
    if (endsAfterHandler_) {
      endsAfterHandler_ = isRunning_ = false;
      action_ = ProfilerAction::NONE;
    } else {
      try {
        if (what.prepares)
          acts_.prepare();
        if (what.starts)
          acts_.start();
      } catch (...) {
        if (!thrown)
          throw;
      }
    }
    if (thrown)
      std::rethrow_exception(thrown);
  }

  // The next step begins as behind one without a recording.
  void recover() {
    isInHandler_ = false;
    action_ = ProfilerAction::NONE;
    if (endsAfterHandler_)
      endsAfterHandler_ = isRunning_ = false;
  }

  // Not inline: its frame is to lie below that of who calls step().
  __attribute__((noinline)) std::exception_ptr callHandler() {
    std::exception_ptr thrown;
    isInHandler_ = true;
    handlerThread_ = std::this_thread::get_id();
    handlerFrame_ = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    try {
      acts_.ready();
    } catch (...) {
      thrown = std::current_exception();
    }
    isInHandler_ = false;
    return thrown;
  }

  Acts &acts_;
  schedule_function schedule_;
  long step_ = 0;
  ProfilerAction action_ = ProfilerAction::NONE;
  bool isRunning_ = false;
  bool isInHandler_ = false;
  bool endsAfterHandler_ = false;
  std::thread::id handlerThread_;
  std::uintptr_t handlerFrame_ = 0;
};

}  // namespace detail
}  // namespace autoscope

#endif
