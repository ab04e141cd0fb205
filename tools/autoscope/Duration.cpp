#include "Duration.h"

#include <cstdlib>

namespace autoscope::tool {

std::optional<std::chrono::milliseconds> parseDuration(const std::string &text) {
  constexpr uint64_t year = uint64_t(365) * 24 * 3600 * 1000;
  struct {
    const char *name;
    uint64_t milliseconds;
  } const units[] = {{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}};
  size_t end = text.find_first_not_of("0123456789");
  if (end == 0 || end == std::string::npos || end > 12)
    return {};
  uint64_t number = std::strtoull(text.c_str(), nullptr, 10);
  for (const auto &unit : units)
    if (text.compare(end, std::string::npos, unit.name) == 0 && number > 0 && number <= year / unit.milliseconds)
      return std::chrono::milliseconds(number * unit.milliseconds);
  return {};
}

}  // namespace autoscope::tool
