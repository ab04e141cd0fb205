// Lengths of time on the command line: 500ms, 5s, 2m.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace autoscope::tool {

// Nothing for what is none: a unit is needed, zero and more than a year are refused.
std::optional<std::chrono::milliseconds> parseDuration(const std::string &text);

}  // namespace autoscope::tool
