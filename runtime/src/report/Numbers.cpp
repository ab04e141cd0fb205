#include "report/Numbers.h"

#include "report/Utf8.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace autoscope::report {

std::string formatTime(double ns, TimeUnit unit) {
  return formatMicroseconds(ns / 1e3, unit);
}

std::string formatMicroseconds(double us, TimeUnit unit) {
  constexpr double usPerSecond = 1e6, usPerMillisecond = 1e3;
  if (unit == TimeUnit::Seconds || (unit == TimeUnit::Automatic && us >= usPerSecond))
    return fmt::format("{:.3f}s", us / usPerSecond);
  if (unit == TimeUnit::Milliseconds || (unit == TimeUnit::Automatic && us >= usPerMillisecond))
    return fmt::format("{:.3f}ms", us / usPerMillisecond);
  return fmt::format("{:.3f}us", us);
}

std::string formatAverage(uint64_t totalNs, uint64_t calls, TimeUnit unit) {
  return calls ? formatTime(static_cast<double>(totalNs) / static_cast<double>(calls), unit) : "-";
}

std::string formatShare(uint64_t part, uint64_t whole) {
  return formatPercent(static_cast<double>(part), static_cast<double>(whole));
}

std::string formatPercent(double part, double whole) {
  return whole == 0 ? "NaN" : fmt::format("{:.2f}%", part * 100.0 / whole);
}

std::string formatMemory(int64_t bytes, MemoryUnits units) {
  constexpr int64_t kilo = 1024, mega = kilo * 1024, giga = mega * 1024;
  const char *end = units == MemoryUnits::OfTorch113 ? "b" : "B";
  auto isAtLeast = [bytes](int64_t limit) { return bytes >= limit || bytes <= -limit; };
  for (auto [limit, prefix] : {std::pair(giga, "G"), {mega, "M"}, {kilo, "K"}})
    if (isAtLeast(limit))
      return fmt::format("{:.2f} {}{}", static_cast<double>(bytes) / static_cast<double>(limit), prefix, end);
  return fmt::format("{} {}", bytes, end);
}

// torch's arithmetic, since another one rounds differently now and then.
FlopsUnit flopsUnitFor(uint64_t least) {
  constexpr const char *names[] = {"FLOPs", "KFLOPs", "MFLOPs", "GFLOPs", "TFLOPs", "PFLOPs"};
  double thousands = std::max(0.0, std::min(std::log10(static_cast<double>(least)) / 3, 5.0));
  return {names[static_cast<size_t>(thousands)], std::pow(10.0, std::floor(thousands) * -3.0)};
}

std::string formatFlops(uint64_t flops, const FlopsUnit &unit) {
  return flops ? fmt::format("{:8.3f}", static_cast<double>(flops) * unit.scale) : "--";
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
