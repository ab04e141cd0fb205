#include "RuntimeSteps.h"

#include "Message.h"
#include "Runtime.h"
#include "autoscope/profile.h"
#include "config/ScheduleText.h"
#include "hot/SiteFlags.h"
#include "hot/StepScopes.h"
#include "hot/ThreadState.h"
#include "sources/annotations/Annotations.h"

#include <cstdio>
#include <exception>

namespace autoscope {

static_assert(filter::StepRules::step >= hot::firstStepRule && filter::StepRules::within >= hot::firstStepRule &&
              filter::SnapshotRules::most < hot::firstStepRule && filter::StepRules::within <= 0x7f);

namespace {

// A call whose guard lay at `before` is over, left by a longjmp, when one begins at `place` (__autoscope_is_dead).
bool isOver(uint32_t before, const hot::Place &place) {
  return (place.stack != 0 && before - (place.stack & ~3u) >= 0xff000000u) || before == (place.address & ~3u);
}

bool isRecording(ProfilerAction action) {
  return action == ProfilerAction::RECORD || action == ProfilerAction::RECORD_AND_SAVE;
}

}  // namespace

std::string RuntimeSteps::begin(const config::Options &options) {
  if (std::string error = rules_.read(options.stepFunction, options.within); !error.empty())
    return error;
  options_ = options;
  std::string why;  // there is none: parseOptions() has looked
  if (!options.schedule.empty())
    schedule_ = config::parseSchedule(options.schedule, why);
  isActive_ = true;
  __atomic_store_n(&hot::watchesSteps, true, __ATOMIC_RELAXED);
  return {};
}

void RuntimeSteps::end() noexcept {
  isActive_ = false;
  __atomic_store_n(&hot::watchesSteps, false, __ATOMIC_RELAXED);
  __atomic_store_n(&hot::takesScopes, true, __ATOMIC_RELEASE);
}

bool RuntimeSteps::isOwner() const noexcept {
  return owner_.load(std::memory_order_relaxed) == hot::threadNumber();
}

bool RuntimeSteps::becomeOwner() noexcept {
  uint32_t nobody = 0;
  return isOwner() || owner_.compare_exchange_strong(nobody, hot::threadNumber(), std::memory_order_acquire);
}

std::string RuntimeSteps::whyNothing() const {
  if (!isActive_)
    return {};
  const struct {
    const char *variable;
    const std::string &text;
    bool isAsked, wasTold;
  } both[] = {{"AUTOSCOPE_WITHIN", options_.within, rules_.hasWithin(), wasTold_[1]},
              {"AUTOSCOPE_STEP_FUNCTION", options_.stepFunction, rules_.hasStep(), wasTold_[0]}};
  for (const auto &one : both)
    if (one.isAsked && !one.wasTold) {
      if (rules_.hasWithin() && wasTold_[1] && options_.within == options_.stepFunction)
        return "AUTOSCOPE_STEP_FUNCTION=" + one.text + " is what AUTOSCOPE_WITHIN names: the bracket is no step in it";
      bool isBare = one.text.find_first_of(":*?[") == std::string::npos;
      return std::string(one.variable) + "=" + one.text + ": no such function was called" +
             (isBare ? "; one of a class or namespace is *::" + one.text : "");
    }
  if (uint64_t calls = elsewhere_.load(std::memory_order_relaxed); calls != 0 && windows_ == 0)
    return "no step was recorded: steps are of the thread that ran the first one, and " + std::to_string(calls) +
           (calls == 1 ? " call was on another thread" : " calls were on other threads");
  return {};
}

bool RuntimeSteps::scopeBegins(uint32_t rule, const hot::Place &place) noexcept {
  wasTold_[rule == filter::StepRules::within].store(true, std::memory_order_relaxed);
  if (!becomeOwner()) {
    elsewhere_.fetch_add(1, std::memory_order_relaxed);
    return false;
  }
  try {
    // Left by a longjmp, which nobody has told of.
    if (step_ && isOver(step_, place))
      step_ = 0;
    if (within_ && isOver(within_, place))
      endProfile();
    return becomeOwner() && (rule == filter::StepRules::within ? withinBegins(place) : stepBegins(place));
  } catch (const std::exception &failure) {
    say(std::string("steps are not recorded: ") + failure.what());
    return false;
  }
}

bool RuntimeSteps::withinBegins(const hot::Place &place) {
  if (within_)
    return false;
  within_ = place.address & ~3u;
  if (!rules_.hasStep())
    startWindow();
  return true;
}

bool RuntimeSteps::stepBegins(const hot::Place &place) {
  if (rules_.hasWithin() && !within_) {  // outside of the bracket
    owner_.store(0, std::memory_order_release);
    return false;
  }
  if (step_)  // in another one
    return false;
  step_ = place.address & ~3u;
  nextStep();
  return true;
}

void RuntimeSteps::nextStep() {
  closeStep();
  ++number_;
  ProfilerAction next = schedule_ ? (*schedule_)(number_) : ProfilerAction::RECORD;
  detail::Transition what = detail::transition(action_, next);
  action_ = next;
  if (what.stops)
    stopWindow();
  if (what.prepares && options_.operators == "1")
    runtime_.openOperators();
  if (what.starts)
    startWindow();
  if (schedule_ && isRecording(action_) && profile_)
    autoscope_step_begin(&mark_);
  long repeat = schedule_ ? schedule_->options().repeat : 0;
  if (repeat > 0 && !isRecording(action_) && windowsOfRun_ == uint64_t(repeat) && !rules_.hasWithin())
    runtime_.endSteps();  // that was the last cycle: scopes cost nothing from now on
}

bool RuntimeSteps::scopeEnds(uint32_t address) noexcept {
  if (!isOwner())
    return false;
  address &= ~3u;
  if (step_ == address)
    step_ = 0;
  if (within_ != address)
    return false;
  closeStep();  // in the bracket, which is to end last
  return true;
}

void RuntimeSteps::withinEnded() noexcept {
  try {
    endProfile();
  } catch (const std::exception &failure) {
    say(failure.what());
  }
}

// A cycle that has recorded something is kept, as torch hands it to on_trace_ready.
void RuntimeSteps::endProfile() {
  closeStep();
  within_ = step_ = 0;
  number_ = -1;
  action_ = ProfilerAction::NONE;
  windowsOfRun_ = 0;
  stopWindow();
  owner_.store(0, std::memory_order_release);
}

void RuntimeSteps::startWindow() {
  annotations::prepareNames();
  config::Options options = options_;
  ++windows_;
  ++windowsOfRun_;
  if (!options.output.empty() && (schedule_ || windows_ > 1))
    options.output = config::withTag(options.output, std::to_string(windows_));
  Runtime::Started started = runtime_.start({options, Runtime::Origin::Environment, {}});
  profile_ = started.error.empty() ? started.number : 0;
  // Once: the next fails for the same reason, in another file.
  if (!started.error.empty() && windowsLost_++ == 0)
    tell(started.error + "; a cycle of steps is not recorded, nor is a later one that fails, too");
}

void RuntimeSteps::stopWindow() {
  if (profile_)
    tell(runtime_.stop(profile_));
  profile_ = 0;
}

void RuntimeSteps::processEnds() noexcept {
  if (isOwner())
    closeStep();
}

void RuntimeSteps::closeStep() noexcept {
  if (mark_.start == 0)
    return;
  char name[40];
  int length = snprintf(name, sizeof name, "ProfilerStep#%ld", number_);
  autoscope_step_end(&mark_, name, size_t(length));
  mark_ = {};
}

// Once: the next cycle may fail for the same reason.
void RuntimeSteps::tell(const std::string &sentence) {
  if (!sentence.empty() && sentence != told_)
    say(sentence);
  told_ = sentence;
}

}  // namespace autoscope
