#if defined(__clang__)
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif
// Starts and stops a profile from code, where the environment variables of docs/options.md do not reach.
//
//   autoscope::profile recording("trace.json");   // until the end of the block
//
// Any thread, any moment, with scopes open anywhere: what is open at a stop is shown as open. One profile at a time in
// a process; start() and stop() need not be on the same thread. C++11 and later; link libautoscope.
#ifndef AUTOSCOPE_PROFILE_H
#define AUTOSCOPE_PROFILE_H

#include "autoscope/detail/results_abi.h"
#include "autoscope/record_function.h"

#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)
#include "autoscope/error.h"
#endif

#include <string>

extern "C" {

struct autoscope_options {
  unsigned size;         // sizeof(struct autoscope_options) as compiled
  unsigned buffer;       // MiB; 0: what AUTOSCOPE_BUFFER says, or its default
  const char *output;    // as AUTOSCOPE_OUTPUT, placeholders included; null or empty: no file
  const char *report;    // as AUTOSCOPE_REPORT; null or empty: none
  const char *overflow;  // as AUTOSCOPE_OVERFLOW; null or empty: what that says
  unsigned recorded;     // bits of detail/results_abi.h: what is recorded besides scopes, whatever the environment says
};

// Null, or what went wrong in one sentence, valid until this thread's next call. Neither throws.
__attribute__((visibility("default"))) const char *autoscope_start(const struct autoscope_options *options);
__attribute__((visibility("default"))) const char *autoscope_stop(void);

// Writes what a flight recorder (AUTOSCOPE_OVERFLOW=newest) holds at this moment, while all other threads run on. The
// end of `path` says what comes out, and %p and the other placeholders stand for the same, as in AUTOSCOPE_OUTPUT; null
// or empty: a session, NAME.snapshot-N.autoscope, where NAME is of the output. Returns when the file is complete, as
// above. Any thread, also with scopes open, which are shown as open.
__attribute__((visibility("default"))) const char *autoscope_snapshot(const char *path);

}  // extern "C"

namespace autoscope {

// Empty message: it worked.
struct status {
  std::string message;
  bool ok() const { return message.empty(); }
  explicit operator bool() const { return ok(); }
};

}  // namespace autoscope

// Units that are compiled as C++11 or without exceptions have smaller classes, of other names for the linker.
#if __cplusplus >= 201703L && (defined(__cpp_exceptions) || defined(__EXCEPTIONS))
#include "autoscope/detail/torch_profile.h"
#include "autoscope/detail/trace_handler.h"
#else
#include "autoscope/detail/plain_profile.h"
#endif

namespace autoscope {

// Records until stop(). Of the options, those of `profile` alone have no effect.
inline status start(const options &wanted) {
  autoscope_options plain = {static_cast<unsigned>(sizeof(autoscope_options)),
                             wanted.buffer,
                             wanted.output.c_str(),
                             wanted.report.c_str(),
                             wanted.overflow.c_str(),
                             0};
  const char *message = autoscope_start(&plain);
  return status{message ? message : ""};
}

// Returns when the output is complete.
inline status stop() {
  const char *message = autoscope_stop();
  return status{message ? message : ""};
}

// Returns when the file is complete; see autoscope_snapshot.
inline status snapshot(const std::string &path = std::string()) {
  const char *message = autoscope_snapshot(path.c_str());
  return status{message ? message : ""};
}

}  // namespace autoscope

#endif
