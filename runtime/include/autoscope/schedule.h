#if defined(__clang__)
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif
// When a profile records: torch.profiler.schedule, and what happens between two of its answers.
//
//   autoscope::schedule(/*wait=*/1, /*warmup=*/1, /*active=*/3, /*repeat=*/2)
//
// Pure: needs no library, keeps no state, may be copied and asked on any thread. C++17.
#ifndef AUTOSCOPE_SCHEDULE_H
#define AUTOSCOPE_SCHEDULE_H

#include "autoscope/error.h"

#include <functional>
#include <string>

namespace autoscope {

enum class ProfilerAction { NONE, WARMUP, RECORD, RECORD_AND_SAVE };

// Numbers of steps. `repeat`: cycles; 0: for ever. `skip_first` steps come before the first cycle, `skip_first_wait` !=
// 0 drops the wait of that first cycle (as in torch, the dropped steps count as passed).
struct schedule_options {
  long wait = 0, warmup = 0, active = 1, repeat = 0, skip_first = 0, skip_first_wait = 0;
};

// Cycles of wait (NONE), warmup (WARMUP) and active (RECORD, the last one RECORD_AND_SAVE) steps.
class schedule {
public:
  // Throws schedule_error: active must be at least 1, all others at least 0.
  explicit schedule(const schedule_options &options) : options_(options) { check(); }
  schedule(long wait, long warmup, long active, long repeat = 0, long skip_first = 0, long skip_first_wait = 0)
      : options_{wait, warmup, active, repeat, skip_first, skip_first_wait} {
    check();
  }

  // What to do in step number `step`, from 0.
  ProfilerAction operator()(long step) const {
    if (step < options_.skip_first)
      return ProfilerAction::NONE;
    unsigned long at = static_cast<unsigned long>(step) - static_cast<unsigned long>(options_.skip_first);
    unsigned long wait = static_cast<unsigned long>(options_.wait);
    unsigned long warmed = wait + static_cast<unsigned long>(options_.warmup);
    unsigned long cycle = warmed + static_cast<unsigned long>(options_.active);
    if (options_.skip_first_wait != 0)
      at += wait;
    if (options_.repeat > 0 && at / cycle >= static_cast<unsigned long>(options_.repeat))
      return ProfilerAction::NONE;
    unsigned long within = at % cycle;
    if (within < wait)
      return ProfilerAction::NONE;
    if (within < warmed)
      return ProfilerAction::WARMUP;
    return within + 1 < cycle ? ProfilerAction::RECORD : ProfilerAction::RECORD_AND_SAVE;
  }

  const schedule_options &options() const { return options_; }

private:
  void check() const {
    // Three of the largest still fit an unsigned word, and a step count that is larger than this is a mistake.
    constexpr long most = 1L << 40;
    const struct {
      const char *name;
      long value, least;
    } parts[] = {{"wait", options_.wait, 0},
                 {"warmup", options_.warmup, 0},
                 {"active", options_.active, 1},
                 {"repeat", options_.repeat, 0},
                 {"skip_first", options_.skip_first, 0},
                 {"skip_first_wait", options_.skip_first_wait, 0}};
    std::string wrong, all;
    for (const auto &part : parts) {
      std::string text = std::string(part.name) + "=" + std::to_string(part.value);
      all += (all.empty() ? "" : ", ") + text;
      if (wrong.empty() && part.value < part.least)
        wrong = text + " must be at least " + std::to_string(part.least);
      else if (wrong.empty() && part.value > most)
        wrong = text + " must be at most " + std::to_string(most);
    }
    if (!wrong.empty())
      throw schedule_error("schedule: " + wrong + " (" + all + ")");
  }

  schedule_options options_;
};

// Any callable serves: it is asked for each step once, in order.
using schedule_function = std::function<ProfilerAction(long step)>;

namespace detail {

// What a profile does when its action changes, in this order: warn, start at once (of a warm-up that nothing followed),
// stop, call on_trace_ready, prepare, start.
struct Transition {
  bool warns = false;
  bool startsFirst = false;
  bool stops = false;
  bool isReady = false;
  bool prepares = false;
  bool starts = false;
};

constexpr bool isRecording(ProfilerAction action) {
  return action == ProfilerAction::RECORD || action == ProfilerAction::RECORD_AND_SAVE;
}

constexpr Transition transition(ProfilerAction from, ProfilerAction to) {
  Transition what;
  switch (from) {
  case ProfilerAction::NONE:
    what.prepares = to != ProfilerAction::NONE;
    what.starts = isRecording(to);
    break;
  case ProfilerAction::WARMUP:
    what.warns = what.startsFirst = what.stops = to == ProfilerAction::NONE;
    what.starts = isRecording(to);
    break;
  case ProfilerAction::RECORD:
    what.warns = what.stops = !isRecording(to);  // a window that is cut off: nobody is called
    break;
  case ProfilerAction::RECORD_AND_SAVE:
    what.stops = what.isReady = true;
    what.prepares = to != ProfilerAction::NONE;
    what.starts = isRecording(to);
    break;
  }
  return what;
}

// When the profile ends.
constexpr Transition exitTransition(ProfilerAction from) {
  Transition what;
  what.startsFirst = from == ProfilerAction::WARMUP;
  what.stops = from != ProfilerAction::NONE;
  what.isReady = isRecording(from);
  return what;
}

}  // namespace detail

}  // namespace autoscope

#endif
