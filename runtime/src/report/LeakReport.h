// The table of what was allocated and never freed: bytes and blocks by function, module and place in the source.
//
// Behind each place that has blocks of several steps, how much it grows. Cannot fail.
#pragma once

#include "model/Leaks.h"

#include <cstdint>
#include <optional>
#include <string>

namespace autoscope::report {

struct LeakOptions {
  int64_t rowLimit = 100;              // negative: all
  std::optional<size_t> maxNameWidth;  // none: names are not cut
};

std::string formatLeaks(const model::Leaks &leaks, const LeakOptions &options);

}  // namespace autoscope::report
