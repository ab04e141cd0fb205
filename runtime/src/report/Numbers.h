// Times and shares as people read them, in torch.profiler's forms; no locale takes part.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace autoscope::report {

enum class TimeUnit { Automatic, Seconds, Milliseconds, Microseconds };

// "1.234ms": three decimals, the unit by size unless one is asked for.
std::string formatTime(double ns, TimeUnit unit = TimeUnit::Automatic);
// The same of microseconds. torch counts in them, and a division more or less may round differently.
std::string formatMicroseconds(double us, TimeUnit unit = TimeUnit::Automatic);
// Time per call; "-" where only later slices of a call that began before are known.
std::string formatAverage(uint64_t totalNs, uint64_t calls, TimeUnit unit = TimeUnit::Automatic);
// "12.34%"; "NaN" of a whole of nothing.
std::string formatShare(uint64_t part, uint64_t whole);
// The same as torch computes it.
std::string formatPercent(double part, double whole);

// How kilobytes are written: KB, or Kb as torch 1.13 does.
enum class MemoryUnits { Newest, OfTorch113 };
// "-1.50 MB", "12 B".
std::string formatMemory(int64_t bytes, MemoryUnits units = MemoryUnits::Newest);

struct FlopsUnit {
  const char *name;  // "MFLOPs"
  double scale;      // by which a number is multiplied
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
