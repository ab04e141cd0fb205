#if defined(__clang__)
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif
// A block with a name that is made at run time: torch.profiler.record_function.
//
//   autoscope::record_function block("batch " + std::to_string(i));   // until the end of the block
//
// Nothing throws. Off, it costs one test and what its argument costs; a name known at compile time is cheaper as
// AUTOSCOPE_SCOPE("...") of scope.h. A process may use 32768 different names; blocks with others are counted as lost.
// Begin and end it on one thread, inside out with the scopes around it. C++11.
#ifndef AUTOSCOPE_RECORD_FUNCTION_H
#define AUTOSCOPE_RECORD_FUNCTION_H

#include "autoscope/abi.h"
#include "autoscope/detail/results_abi.h"

#include <cstring>
#include <string>

namespace autoscope {

class record_function {
public:
  explicit record_function(const char *name) noexcept : scope_(begin(name, name ? std::strlen(name) : 0)) {}
  explicit record_function(const std::string &name) noexcept : scope_(begin(name.data(), name.size())) {}
  ~record_function() {
    if (scope_)
      autoscope_scope_end(scope_);
  }
  // Its address is that of the scope.
  record_function(const record_function &) = delete;
  record_function &operator=(const record_function &) = delete;

private:
  unsigned begin(const char *name, std::size_t length) noexcept {
    return __atomic_load_n(&__autoscope_enabled, __ATOMIC_RELAXED) ? autoscope_scope_begin(name, length, this) : 0;
  }

  unsigned scope_;
};

}  // namespace autoscope

#endif
