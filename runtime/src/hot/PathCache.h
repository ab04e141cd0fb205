// Each thread's memory of module paths, so that a module scope seen before costs a few loads.
//
// Filled by sources/modules, looked up by the module half of the hot path. An entry holds for one call of the outermost
// module (a round) and is checked again in the next, or, when nothing about it can change, for good.
#pragma once

#include "autoscope/abi.h"

#include <cstddef>
#include <cstdint>

namespace autoscope::hot {

struct PathCache {
  static constexpr size_t size = 512;
  static constexpr uint64_t forGood = ~uint64_t(0);

  struct Entry {
    const void *object;
    const __autoscope_site *site;
    uint32_t parentPath;
    uint32_t path;       // 0: empty
    uint64_t goodUntil;  // the round in which it was last seen to be right
  };

  static size_t indexOf(uint32_t parentPath, const void *object, const __autoscope_site *site) {
    uint64_t mixed =
        reinterpret_cast<uint64_t>(object) >> 4 ^ reinterpret_cast<uint64_t>(site) >> 3 ^ uint64_t(parentPath) << 7;
    return mixed * 0x9e3779b97f4a7c15ull >> 55;
  }
  static_assert(size == 1u << (64 - 55));

  static bool isOf(const Entry &entry, uint32_t parentPath, const void *object, const __autoscope_site *site) {
    return entry.path && entry.object == object && entry.site == site && entry.parentPath == parentPath;
  }

  uint64_t round;  // calls of an outermost module on this thread
  Entry entries[size];
};

}  // namespace autoscope::hot
