// Each thread's memory of module paths, so that a module scope seen before costs a few loads.
//
// Filled by sources/modules, looked up by the module half of the hot path. An entry holds for one call of the parent
// and is checked again in the next, or, when nothing about it can change, for good. Each place in the tree has two
// entries that it may be in.
#pragma once

#include "autoscope/abi.h"
#include "record/Format.h"

#include <cstddef>
#include <cstdint>

namespace autoscope::hot {

struct PathCache {
  static constexpr uint64_t forGood = ~uint64_t(0);

  struct Entry {
    const void *object;
    const __autoscope_site *site;
    uint32_t parentPath;
    uint32_t path;       // 0: empty
    uint64_t goodUntil;  // right in calls of the parent that began by then
  };

  // The other one is this one's neighbour: index ^ 1.
  size_t indexOf(uint32_t parentPath, const void *object, const __autoscope_site *site) const {
    uint64_t mixed =
        reinterpret_cast<uint64_t>(object) >> 4 ^ reinterpret_cast<uint64_t>(site) >> 3 ^ uint64_t(parentPath) << 7;
    return mixed * 0x9e3779b97f4a7c15ull >> shift;
  }

  static bool isOf(const Entry &entry, uint32_t parentPath, const void *object, const __autoscope_site *site) {
    return entry.path && entry.object == object && entry.site == site && entry.parentPath == parentPath;
  }

  // Null: not known.
  const Entry *find(uint32_t parentPath, const void *object, const __autoscope_site *site) const {
    size_t index = indexOf(parentPath, object, site);
    if (isOf(entries[index], parentPath, object, site))
      return &entries[index];
    return isOf(entries[index ^ 1], parentPath, object, site) ? &entries[index ^ 1] : nullptr;
  }

  // A module scope begins, `open` others are: gives its call a number.
  void beginCall(uint32_t open) { begun[open] = ++calls; }

  uint64_t calls = 0;                      // module scopes of this thread so far
  uint64_t begun[record::maxOpenModules];  // the numbers of the open ones
  Entry *entries;
  uint32_t shift;  // 64 - log2 of their number
};

}  // namespace autoscope::hot
