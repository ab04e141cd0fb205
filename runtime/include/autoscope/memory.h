#if defined(__clang__)
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif
// What memory the process takes now and took at most, by device, as torch.cuda.memory_stats() tells it.
//
//   autoscope::reset_peak_memory_stats();
//   train();
//   for (const autoscope::device_memory &each : autoscope::memory_stats()) ...
//
// Needs no profile. Any thread. The first of these calls lets libtorch tell of tensors, as AUTOSCOPE_MEMORY_STATS does
// from the start: tensors that are older are not counted. C++17; link libautoscope.
#ifndef AUTOSCOPE_MEMORY_H
#define AUTOSCOPE_MEMORY_H

#include "autoscope/detail/memory_abi.h"

#if __cplusplus >= 201703L

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace autoscope {

// In bytes. What nobody tells is absent, not 0.
struct device_memory {
  // "cpu": tensors of libtorch. "cuda:0" and so on: tensors (allocated) and what libtorch's allocator holds of the
  // device (reserved). "process": what is resident (reserved).
  std::string device;
  std::optional<std::int64_t> current_allocated, peak_allocated, current_reserved, peak_reserved;
};

// The devices of libtorch that anything was told of, "cpu" first, where the process has libtorch; "process" last.
inline std::vector<device_memory> memory_stats() {
  std::vector<autoscope_memory_stat> plain(8);
  std::size_t count = autoscope_memory_stats(plain.data(), sizeof plain[0], plain.size());
  while (count > plain.size()) {
    plain.resize(count);
    count = autoscope_memory_stats(plain.data(), sizeof plain[0], plain.size());
  }
  plain.resize(count);
  std::vector<device_memory> made;
  made.reserve(count);
  for (const autoscope_memory_stat &each : plain) {
    auto known = [&each](unsigned bit, std::int64_t value) {
      return each.known & bit ? std::optional<std::int64_t>(value) : std::nullopt;
    };
    made.push_back({each.device, known(autoscope_knows_current_allocated, each.current_allocated),
                    known(autoscope_knows_peak_allocated, each.peak_allocated),
                    known(autoscope_knows_current_reserved, each.current_reserved),
                    known(autoscope_knows_peak_reserved, each.peak_reserved)});
  }
  return made;
}

// Peaks are from now on those of what comes. That of "process" is absent from then on where the kernel cannot do it.
inline void reset_peak_memory_stats() {
  autoscope_reset_peak_memory_stats();
}

}  // namespace autoscope

#endif

#endif
