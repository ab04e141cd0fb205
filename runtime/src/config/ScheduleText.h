// AUTOSCOPE_SCHEDULE: the numbers of torch.profiler.schedule as text, `wait=1,warmup=1,active=3,repeat=2`.
//
// Pure text, for any thread. What is not named is 0, `active` must be named.
#pragma once

#include "autoscope/schedule.h"

#include <optional>
#include <string>
#include <string_view>

namespace autoscope::config {

// Null, with `why` as one clause.
std::optional<schedule> parseSchedule(std::string_view text, std::string &why);

// The names, in the order of schedule_options.
constexpr std::string_view scheduleNames[] = {"wait", "warmup", "active", "repeat", "skip_first", "skip_first_wait"};

}  // namespace autoscope::config
