// Each thread's memory of module paths, so that a module scope seen before costs a few loads.
//
// Filled by sources/modules, looked up by the module half of the hot path. An entry holds for one call of the parent
// and is checked again in the next, or, when nothing about it can change, for good. Each place in the tree has two
// entries that it may be in.
//
// A library that is closed takes its sites and its descriptions of classes with it, and others may come to lie there.
// Those have sites that register anew: what is remembered from before the last site of a module is looked at again.
#pragma once

#include "autoscope/abi.h"
#include "record/Format.h"

#include <cstddef>
#include <cstdint>

namespace autoscope::hot {

struct ThreadSlot;

// How many sites of modules have been registered. Counted before the new one has its id.
extern uint32_t moduleSites;

inline uint32_t moduleSitesSoFar() {
  return __atomic_load_n(&moduleSites, __ATOMIC_RELAXED);
}

struct PathCache {
  static constexpr uint64_t forGood = ~uint64_t(0);

  struct Entry {
    const void *object;
    const __autoscope_site *site;
    uint32_t parentPath;
    uint32_t path;       // 0: empty
    uint64_t goodUntil;  // right in calls of the parent that began by then
    // The object's virtual table, which tells one class from another that comes to lie there; null: it has none.
    const void *table;
    uint32_t moduleSites = 0;  // that there were
  };

  // The other one is this one's neighbour: index ^ 1.
  size_t indexOf(uint32_t parentPath, const void *object, const __autoscope_site *site) const {
    // The lowest bits of the address count, too: modules without fields lie side by side.
    uint64_t at = reinterpret_cast<uint64_t>(object);
    uint64_t mixed = (at >> 4 | at << 60) ^ reinterpret_cast<uint64_t>(site) >> 3 ^ uint64_t(parentPath) << 7;
    return mixed * 0x9e3779b97f4a7c15ull >> shift;
  }

  static bool isOf(const Entry &entry, uint32_t parentPath, const void *object, const __autoscope_site *site) {
    return entry.path && entry.object == object && entry.site == site && entry.parentPath == parentPath;
  }

  static bool isOfLoaded(const Entry &entry) { return entry.moduleSites == moduleSitesSoFar(); }

  static bool isOfClass(const Entry &entry) {
    return !entry.table || *static_cast<const void *const *>(entry.object) == entry.table;
  }

  // Null: not known, or what its call leads to has to be read when it begins.
  const Entry *find(uint32_t parentPath, const void *object, const __autoscope_site *site) const {
    size_t index = indexOf(parentPath, object, site);
    const Entry *entry = &entries[index];
    if (!isOf(*entry, parentPath, object, site)) {
      entry = &entries[index ^ 1];
      if (!isOf(*entry, parentPath, object, site))
        return nullptr;
    }
    return isOfLoaded(*entry) && isOfClass(*entry) && !readers[entry->path % readerCounts] ? entry : nullptr;
  }

  // The outermost module is called. What its last call used is kept before anything older.
  void beginRound() {
    lastRound = round;
    round = calls + 1;
    losses = 0;
  }

  // A module scope begins: gives its call a number.
  void beginCall(uint32_t depth) { begun[depth] = ++calls; }

  uint64_t calls = 0;                 // module scopes of this thread so far
  uint64_t begun[record::maxDepth];   // the numbers of the open ones, by their depth
  uint64_t round = 0, lastRound = 0;  // the calls that the last two of the outermost module began with
  size_t losses = 0;                  // entries pushed out in this round
  // Whether what the entry was found by still leads from `running` to the module; if so it is good again. Reads memory
  // of the program, calls none of it, takes no lock. May answer no where only the slow way can tell.
  bool (*recheck)(PathCache &, const Entry &, const record::OpenModule &running, const void *base) = nullptr;
  // Where on the stack a recheck runs, which a signal handler may have interrupted: then only another may follow.
  const void *checkedFrom = nullptr;
  bool isBeingChecked() const { return __builtin_frame_address(0) < checkedFrom; }
  // A body has taken over the scope of the innermost module's caller, which knew it by another class. Marked busy.
  void (*bodyBegins)(PathCache &, const ThreadSlot &) noexcept = nullptr;
  // How many of the paths that a number stands for are such that what is there is read when its call begins.
  static constexpr uint32_t readerCounts = 1024;
  uint16_t readers[readerCounts] = {};
  PathCache *leftBehind = nullptr;  // before this one, by forgetThread()
  Entry *entries;
  uint32_t shift;  // 64 - log2 of their number
};

// PathCache::recheck() where a signal handler may come: it reads only, so one in a handler may interrupt another; what
// changes the cache may not.
bool recheck(PathCache &cache, const PathCache::Entry &known, const record::OpenModule &running,
             const void *base) noexcept;

}  // namespace autoscope::hot
