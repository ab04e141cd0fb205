// What the root does so that other tools are told of scopes (AUTOSCOPE_EMIT), which takes a profile: where nobody has
// asked for one, a small flight recorder, whose session is thrown away.
#include "Runtime.h"

#include "Message.h"
#include "RootLock.h"
#include "hot/Emission.h"
#include "hot/ThreadState.h"

#include <exception>

namespace autoscope {

// When the library is loaded.
void Runtime::openEmitter(const config::Options &options) {
  std::string why;  // there is none: parseOptions() has looked
  for (const std::string &sentence : emitter_.open(config::parseEmit(options.emit, why), operators_))
    say(sentence);
  if (!emitter_.isOpen())
    return;
  __atomic_store_n(&hot::emitsScopes, true, __ATOMIC_RELAXED);
  mayEmitAlone_ = !options.hasSteps();  // those say what is recorded, and so what is emitted
  const config::Options standard;
  emitOptions_ = standard;
  emitOptions_.emit = options.emit;
  emitOptions_.filter = options.filter;
  emitOptions_.clock = options.clock;
  emitOptions_.fork = options.fork;
  emitOptions_.throttle = options.throttle;
  emitOptions_.throttleBelow = options.throttleBelow;
  emitOptions_.overflow = "newest";
  emitOptions_.buffer = options.buffer == standard.buffer ? 2 : options.buffer;
}

void Runtime::emitAlone() noexcept {
  hot::Busy busy;
  RootLock root(mutex_, busy.entered() && !isAbandoned());
  if (!root)
    return;
  maskOfProgram_ = root.maskBefore();
  emitLocked();
}

void Runtime::emitLocked() noexcept {
  if (!mayEmitAlone_ || state_ != State::Off)
    return;
  std::string error;
  try {
    folder_ = workingDirectory();
    error = readRules(emitOptions_);
    if (error.empty()) {
      chooseClock(emitOptions_.clock);
      emitsAlone_ = true;
      error = startSession(emitOptions_, {});
    }
  } catch (const std::exception &failure) {
    error = failure.what();
  }
  if (error.empty())
    return;
  emitsAlone_ = mayEmitAlone_ = false;
  say(error + "; other tools are told of no scope");
}

// What only emits gives way to a profile that somebody asks for.
Runtime::Started Runtime::startLocked(const Start &start) {
  stopEmittingAlone();
  Started started = startProfile(start);
  if (!started.error.empty())
    emitLocked();
  return started;
}

void Runtime::stopEmittingAlone() {
  if (!emitsAlone_)
    return;
  emitsAlone_ = false;
  if (std::string error = state_ == State::Off ? "" : stopSession(); !error.empty())
    say(error);
}

}  // namespace autoscope
