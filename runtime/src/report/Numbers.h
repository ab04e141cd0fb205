// Times and shares as people read them, in torch.profiler's forms; no locale takes part.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace autoscope::report {

enum class TimeUnit { Automatic, Seconds, Milliseconds, Microseconds };

// "1.234ms": three decimals, the unit by size unless one is asked for.
std::string formatTime(double ns, TimeUnit unit = TimeUnit::Automatic);
// Time per call; "-" where only later slices of a call that began before are known.
std::string formatAverage(uint64_t totalNs, uint64_t calls, TimeUnit unit = TimeUnit::Automatic);
// "12.34%"; "NaN" of a whole of nothing.
std::string formatShare(uint64_t part, uint64_t whole);

struct FlopsUnit {
  const char *name;  // "MFLOPs"
  double scale;      // of one
};
// In which `least` > 0 is at least one.
FlopsUnit flopsUnitFor(uint64_t least);
// "18135.613"; "--" of none.
std::string formatFlops(uint64_t flops, const FlopsUnit &unit);

// Padded with blanks to `width` characters; longer text stays as it is.
std::string padLeft(std::string_view text, size_t width);
std::string padRight(std::string_view text, size_t width);
// Text of `width - 3` characters or more is cut there and ends in "...".
std::string cutName(std::string_view text, size_t width);
// Of text of more than `width` characters the end, behind "...".
std::string cutFront(std::string_view text, size_t width);

}  // namespace autoscope::report
