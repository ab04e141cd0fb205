#if defined(__clang__)
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif
// The C functions under autoscope/memory.h, whose classes are for people.
//
// Rules as of results_abi.h: append members, never reorder; nothing throws; any thread. C++11 and later.
#ifndef AUTOSCOPE_DETAIL_MEMORY_ABI_H
#define AUTOSCOPE_DETAIL_MEMORY_ABI_H

#include <stddef.h>
#include <stdint.h>

extern "C" {

// In autoscope_memory_stat::known.
enum : unsigned {
  autoscope_knows_current_allocated = 1,
  autoscope_knows_peak_allocated = 2,
  autoscope_knows_current_reserved = 4,
  autoscope_knows_peak_reserved = 8,
};

struct autoscope_memory_stat {
  unsigned known;
  char device[28];  // "cpu", "cuda:0", "process"
  int64_t current_allocated, peak_allocated, current_reserved, peak_reserved;
};

// Fills the first `room` of `stats`, each `size` bytes apart, which is sizeof as the caller compiled it. Returns how
// many there are; 0: they could not be read.
__attribute__((visibility("default"))) size_t autoscope_memory_stats(struct autoscope_memory_stat *stats, size_t size,
                                                                     size_t room);
__attribute__((visibility("default"))) void autoscope_reset_peak_memory_stats(void);

}  // extern "C"

#endif
