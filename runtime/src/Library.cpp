// How the shared library begins and ends, and its C interface (profile.h).
#include "Runtime.h"

#include "Answer.h"
#include "Message.h"
#include "ProfileProduct.h"
#include "RunTimeCopies.h"
#include "autoscope/profile.h"
#include "results/Text.h"
#include "sources/annotations/Annotations.h"
#include "sources/memory/Heap.h"
#include "sources/torch/Operators.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <exception>

namespace autoscope {
void (*afterTheEnd)() noexcept = nullptr;
}

namespace {

// Constructors of this library run before those of the program that depends on it, and its destructors after the
// program's static destructors and atexit handlers: scopes of both are recorded. The priority does the same within a
// program or library that holds the run time itself.
__attribute__((constructor(101))) void libraryLoaded() {
  autoscope::beginCopy();
  at_quick_exit(autoscope::endCopy);  // quick_exit runs no destructors
}

__attribute__((destructor(101))) void libraryEnds() {
  autoscope::endCopy();
  if (autoscope::afterTheEnd)
    autoscope::afterTheEnd();
}

constexpr const char *noMemory = "out of memory";

const char *given(const char *text) {
  return text && *text ? text : nullptr;
}

// Of tensors, or where these are not recorded, of the heap.
bool hasMemory(unsigned recorded) {
  return (recorded & autoscope_records_operators && autoscope::torch_operators::libtorchIsThere()) ||
         autoscope::memory::heapHooks() == autoscope::memory::Hooks::There;
}

// Whether an option that the environment can set has a bit in `recorded`.
bool isRecorded(unsigned recorded, const char *variable) {
  const struct {
    unsigned bit;
    const char *variable;
  } bits[] = {{autoscope_records_input_shapes, "AUTOSCOPE_SHAPES"},
              {autoscope_records_flop_counts, "AUTOSCOPE_FLOPS"},
              {autoscope_records_operators, "AUTOSCOPE_OPERATORS"},
              {autoscope_records_memory, "AUTOSCOPE_MEMORY"},
              {autoscope_records_devices, "AUTOSCOPE_GPU"}};
  for (const auto &entry : bits)
    if (recorded & entry.bit && strcmp(variable, entry.variable) == 0)
      // Operators of a program that has none are nothing to complain about: a profile asks for them by default.
      return entry.bit == autoscope_records_memory      ? hasMemory(recorded)
             : entry.bit == autoscope_records_operators ? autoscope::torch_operators::libtorchIsThere()
                                                        : true;
  return false;
}

// Wanted, but without a source in this version. Once each.
void sayWhatIsNotRecorded(unsigned recorded) {
  static std::atomic<unsigned> said{0};
  unsigned isNew = recorded & ~said.fetch_or(recorded);
  if (isNew & autoscope_records_memory && !hasMemory(recorded)) {
    const char *heap = "the heap's needs libautoscope-memory.so, by `autoscope run --memory` or --autoscope-memory";
    autoscope::say(std::string("profile_memory has no effect: ") +
                   (recorded & autoscope_records_operators
                        ? "this process has no libtorch so far, which tells of memory of tensors; "
                        : "without operators libtorch tells of no memory; ") +
                   heap);
  }
}

// Output and report are the caller's; for the rest the environment is the default.
autoscope::config::ParsedOptions parsed(const autoscope_options *given_) {
  using namespace autoscope;
  config::ParsedOptions result;
  if (!given_ || given_->size < offsetof(autoscope_options, recorded)) {
    result.error = "autoscope_start was called with the options of another version";
    return result;
  }
  const autoscope_options &options = *given_;
  unsigned recorded = options.size < sizeof(autoscope_options) ? 0 : options.recorded;  // by an older header
  std::string buffer = options.buffer ? std::to_string(options.buffer) : std::string();
  const struct {
    const char *variable, *value;
  } own[] = {{"AUTOSCOPE_REPORT", given(options.report)},
             {"AUTOSCOPE_OVERFLOW", given(options.overflow)},
             {"AUTOSCOPE_BUFFER", given(buffer.c_str())}};
  for (const auto &each : own)
    if (each.value && result.error.empty())
      result.error = config::mistakeInCode(each.variable, each.value).sentence;
  if (!result.error.empty())
    return result;
  return config::parseOptions([&](const char *variable) -> const char * {
    if (strcmp(variable, "AUTOSCOPE_OUTPUT") == 0)
      return options.output ? options.output : "";
    for (const auto &each : own)
      if (each.value && strcmp(variable, each.variable) == 0)
        return each.value;
    if (config::isOfWholeProgram(variable))
      return "";
    if (isRecorded(recorded, variable))
      return "1";
    return secure_getenv(variable);
  });
}

}  // namespace

extern "C" {

const char *autoscope_start(const autoscope_options *options) {
  using namespace autoscope;
  if (const RunTimeCopy *other = recordingCopy())
    return other->start(options);
  if (refusal())
    return refusal();
  try {
    config::ParsedOptions wanted = parsed(options);
    return answer(wanted.error.empty() ? Runtime::instance().start({wanted.options, Runtime::Origin::Code, {}}).error
                                       : wanted.error);
  } catch (const std::exception &) {
    return noMemory;
  }
}

uint64_t autoscope_window_start(const autoscope_options *options, const char *forked, autoscope_failure *failure) {
  using namespace autoscope;
  using results::fail;
  if (const RunTimeCopy *other = recordingCopy())
    return other->startWindow(options, forked, failure);
  return results::orFail(failure, [&]() -> uint64_t {
    if (refusal()) {
      fail(failure, autoscope_other_failure, refusal());
      return 0;
    }
    config::ParsedOptions wanted = parsed(options);
    Runtime::Started started{wanted.error};
    if (wanted.error.empty())
      started = Runtime::instance().start({wanted.options, Runtime::Origin::Window, forked ? forked : ""});
    if (started.error.empty())
      return started.number;
    fail(failure, started.isAnother ? autoscope_is_running : autoscope_other_failure, started.error);
    return 0;
  });
}

int autoscope_window_stop(uint64_t number, autoscope_failure *failure) {
  using namespace autoscope;
  if (const RunTimeCopy *other = recordingCopy())
    return other->stopWindow(number, failure);
  return results::orFail(failure, [&] {
    bool wasOver = false;
    std::string error = refusal() ? refusal() : Runtime::instance().stop(number, &wasOver);
    if (wasOver)
      error = Runtime::endedBefore;
    if (!error.empty())
      results::fail(failure, autoscope_other_failure, error);
    return error.empty() ? 1 : 0;
  });
}

int autoscope_window_toggle(uint64_t number, unsigned enable, autoscope_failure *failure) {
  using namespace autoscope;
  if (const RunTimeCopy *other = recordingCopy())
    return other->toggleWindow(number, enable, failure);
  return results::orFail(failure, [&] {
    std::string error = refusal() ? refusal() : Runtime::instance().setCollecting(enable != 0, number);
    if (!error.empty())
      results::fail(failure, autoscope_other_failure, error);
    return error.empty() ? 1 : 0;
  });
}

const char *autoscope_stop(void) {
  if (const autoscope::RunTimeCopy *other = autoscope::recordingCopy())
    return other->stop();
  if (autoscope::refusal())
    return autoscope::refusal();
  try {
    return autoscope::answer(autoscope::Runtime::instance().stop());
  } catch (const std::exception &) {
    return noMemory;
  }
}

const char *autoscope_snapshot(const char *path) {
  if (const autoscope::RunTimeCopy *other = autoscope::recordingCopy())
    return other->snapshot(path);
  if (autoscope::refusal())
    return autoscope::refusal();
  try {
    return autoscope::answer(autoscope::Runtime::instance().snapshot(path ? path : ""));
  } catch (const std::exception &) {
    return noMemory;
  }
}

void autoscope_prepare(unsigned recorded) {
  sayWhatIsNotRecorded(recorded);
  autoscope::annotations::prepareNames();
  if (!autoscope::recordingCopy() && !autoscope::refusal() && isRecorded(recorded, "AUTOSCOPE_OPERATORS"))
    autoscope::Runtime::instance().prepareOperators();
}

}  // extern "C"

AUTOSCOPE_OWN(autoscope_start);
AUTOSCOPE_OWN(autoscope_stop);
AUTOSCOPE_OWN(autoscope_snapshot);
AUTOSCOPE_OWN(autoscope_window_start);
AUTOSCOPE_OWN(autoscope_window_stop);
AUTOSCOPE_OWN(autoscope_window_toggle);
