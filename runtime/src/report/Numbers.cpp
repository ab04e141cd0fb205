#include "report/Numbers.h"

#include "report/Utf8.h"

#include <fmt/format.h>

namespace autoscope::report {

std::string formatTime(double ns, TimeUnit unit) {
  constexpr double nsPerSecond = 1e9, nsPerMillisecond = 1e6, nsPerMicrosecond = 1e3;
  // The thresholds are compared in microseconds, as torch does, so that both switch units at the same value.
  double us = ns / nsPerMicrosecond;
  if (unit == TimeUnit::Seconds || (unit == TimeUnit::Automatic && us >= nsPerSecond / nsPerMicrosecond))
    return fmt::format("{:.3f}s", us / 1e6);
  if (unit == TimeUnit::Milliseconds || (unit == TimeUnit::Automatic && us >= nsPerMillisecond / nsPerMicrosecond))
    return fmt::format("{:.3f}ms", us / 1e3);
  return fmt::format("{:.3f}us", us);
}

std::string formatAverage(uint64_t totalNs, uint64_t calls, TimeUnit unit) {
  return calls ? formatTime(static_cast<double>(totalNs) / static_cast<double>(calls), unit) : "-";
}

std::string formatShare(uint64_t part, uint64_t whole) {
  if (whole == 0)
    return "NaN";
  return fmt::format("{:.2f}%", static_cast<double>(part) * 100.0 / static_cast<double>(whole));
}

FlopsUnit flopsUnitFor(uint64_t least) {
  constexpr FlopsUnit units[] = {{"FLOPs", 1},    {"KFLOPs", 1e3},  {"MFLOPs", 1e6},
                                 {"GFLOPs", 1e9}, {"TFLOPs", 1e12}, {"PFLOPs", 1e15}};
  FlopsUnit best = units[0];
  for (const FlopsUnit &unit : units)
    if (static_cast<double>(least) >= unit.scale)
      best = unit;
  return best;
}

std::string formatFlops(uint64_t flops, const FlopsUnit &unit) {
  return flops ? fmt::format("{:8.3f}", static_cast<double>(flops) / unit.scale) : "--";
}

std::string padLeft(std::string_view text, size_t width) {
  size_t length = countCharacters(text);
  return std::string(length < width ? width - length : 0, ' ') + std::string(text);
}

std::string padRight(std::string_view text, size_t width) {
  size_t length = countCharacters(text);
  return std::string(text) + std::string(length < width ? width - length : 0, ' ');
}

std::string cutName(std::string_view text, size_t width) {
  if (width < 3 || countCharacters(text) < width - 3)
    return std::string(text);
  return std::string(firstCharacters(text, width - 3)) + "...";
}

std::string cutFront(std::string_view text, size_t width) {
  size_t length = countCharacters(text);
  if (width < 3 || length <= width)
    return std::string(text);
  return "..." + std::string(text.substr(firstCharacters(text, length - (width - 3)).size()));
}

}  // namespace autoscope::report
