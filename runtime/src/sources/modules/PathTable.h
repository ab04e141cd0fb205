// A thread's cache of module paths with what each was found by, and its growth: it doubles when places in the tree push
// each other out within a call of the outermost module.
//
// Used by the owning thread, marked busy. A signal handler may have interrupted the hot path between reading where the
// entries are and reading one, so outgrown entries stay until the thread ends.
#pragma once

#include "hot/PathCache.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace autoscope::modules {

template <class Route> class PathTable : public hot::PathCache {
public:
  PathTable() { allocate(firstBits); }

  struct Place {
    Entry &entry;
    Route &route;
    bool known;  // else both are to be filled
  };

  Route &routeOf(const Entry &entry) { return (*routes_)[static_cast<size_t>(&entry - entries)]; }

  // May throw std::bad_alloc, before anything changed.
  Place place(uint32_t parentPath, const void *object, const __autoscope_site *site) {
    size_t index = indexOf(parentPath, object, site);
    for (size_t at : {index, index ^ 1})
      if (isOf(entries[at], parentPath, object, site))
        return {entries[at], (*routes_)[at], isOfLoaded(entries[at])};
    if (isInUse(entries[index]) && isInUse(entries[index ^ 1]) && pushesOut()) {
      grow();
      return place(parentPath, object, site);
    }
    size_t at = entries[index].goodUntil <= entries[index ^ 1].goodUntil ? index : index ^ 1;
    return {entries[at], (*routes_)[at], false};
  }

private:
  static constexpr uint32_t firstBits = 9, mostBits = 16;
  static constexpr size_t toleratedShare = 256;  // of the entries may be pushed out in a round

  size_t size() const { return routes_->size(); }
  bool isInUse(const Entry &entry) const { return entry.path && entry.goodUntil >= lastRound; }

  // One more place lost its entry; whether that is too many.
  bool pushesOut() { return ++losses > size() / toleratedShare && shift > 64 - mostBits; }

  void allocate(uint32_t bits) {
    auto routes = std::make_unique<std::vector<Route>>(size_t(1) << bits);
    auto made = std::make_unique<Entry[]>(size_t(1) << bits);
    all_.reserve(all_.size() + 1);
    all_.push_back({std::move(made), std::move(routes)});
    routes_ = all_.back().routes.get();
    entries = all_.back().entries.get();
    shift = 64 - bits;
  }

  void grow() {
    Entry *old = entries;
    std::vector<Route> *routes = routes_;
    size_t count = routes->size();
    allocate(64 - shift + 1);
    losses = 0;
    for (size_t i = 0; i < count; ++i) {
      if (!old[i].path)
        continue;
      size_t index = indexOf(old[i].parentPath, old[i].object, old[i].site);
      size_t at = entries[index].path ? index ^ 1 : index;
      entries[at] = old[i];
      (*routes_)[at] = (*routes)[i];
    }
  }

  struct Generation {
    std::unique_ptr<Entry[]> entries;
    std::unique_ptr<std::vector<Route>> routes;
  };
  std::vector<Generation> all_;
  std::vector<Route> *routes_ = nullptr;  // of the entries
};

}  // namespace autoscope::modules
