// When scopes are taken: whether another profile is in the way, pauses within one, and what is taken between profiles
// that steps begin.
#include "Runtime.h"

#include "Message.h"
#include "RootLock.h"
#include "RunTimeCopies.h"
#include "hot/SiteFlags.h"
#include "hot/StepScopes.h"
#include "hot/ThreadState.h"

#include <exception>

namespace autoscope {

const char *const Runtime::endedBefore =
    "what this profile recorded had been ended before, by autoscope::stop() or by a tool";

// A window that a child of fork inherited is over when the child begins one itself.
bool Runtime::isInTheWay(Origin origin) {
  if (state_ != State::Recording && state_ != State::Forked)
    return false;
  if (origin != Origin::Window || origin_ != Origin::Window || !isInherited_)
    return true;
  operators_.stop();
  if (std::string error = stopSession(); !error.empty())
    say(error);
  return false;
}

std::string Runtime::alreadyRecorded() const {
  const char *who = origin_ == Origin::Environment
                        ? ", which the environment began (AUTOSCOPE_OUTPUT or AUTOSCOPE_REPORT, as by `autoscope run`)"
                    : origin_ == Origin::Tool ? ", which `autoscope attach` or `autoscope start` began"
                                              : "";
  return std::string("a profile is being recorded already") + who;
}

std::string Runtime::setCollecting(bool collects, uint64_t only) noexcept {
  hot::Busy busy;
  RootLock root(mutex_, busy.entered() && !isAbandoned());
  if (!root)
    return RootLock::refusal;
  try {
    if (only && (!isRecording() || profiles_ != only))
      return endedBefore;
    if (emitsAlone_ || (state_ != State::Recording && state_ != State::Forked))
      return "no profile is being recorded";
    if (collects == collects_)
      return {};
    collects_ = collects;
    enableScopes(collects ? recorded_ : 0);
    // Whatever of libtorch's asks for the flag itself: nothing is to be said where it is not in the process.
    if (!collects)
      operators_.stop();
    else if (state_ == State::Recording && options_.operators == "1")
      startOperators();
    return {};
  } catch (const std::exception &failure) {
    return std::string("cannot go on: ") + failure.what();
  }
}

// Instead of a start: what is wrong with the options shows now, and not at the first step.
std::string Runtime::beginSteps(const config::Options &options) {
  hot::Busy busy;
  RootLock root(mutex_, busy.entered() && !isAbandoned());
  if (!root)
    return RootLock::refusal;
  folder_ = workingDirectory();
  std::string product;
  if (std::string error = prepareOutput(options, product); !error.empty())
    return error;
  if (std::string error = readRules(options); !error.empty())
    return error;
  if (std::string error = steps_.begin(options); !error.empty())
    return error;
  armLocked();
  return {};
}

void Runtime::armLocked() noexcept {
  if (!steps_.isActive() || state_ != State::Off)
    return;
  __atomic_store_n(&hot::takesScopes, false, __ATOMIC_RELAXED);
  collector().armSites();
  enableScopes(1);
}

// Where a session is there, and the flag not set yet.
void Runtime::disarmLocked() noexcept {
  __atomic_store_n(&hot::takesScopes, true, __ATOMIC_RELEASE);
  collector().disarmSites();
}

void Runtime::endSteps() noexcept {
  hot::Busy busy;
  RootLock root(mutex_, busy.entered() && !isAbandoned());
  if (!root)
    return;
  steps_.end();
  if (state_ == State::Off)
    enableScopes(0);
}

void Runtime::openOperators() noexcept {
  operators_.open();
}

bool Runtime::stepScopeBegins(const __autoscope_site &site, const hot::Place &place) noexcept {
  uint32_t id = __atomic_load_n(&site.__id, __ATOMIC_ACQUIRE);
  uint32_t rule = id == 0 ? ruleFor(site) : hot::isWatched(site) ? hot::ruleOf(site) : 0;
  return rule >= hot::firstStepRule && steps_.scopeBegins(rule, place);
}

}  // namespace autoscope
