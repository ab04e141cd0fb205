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

  // The outermost module is called.
  void beginRound() {
    lastRound_ = round_;
    round_ = calls + 1;
    losses_ = 0;
  }

  // May throw std::bad_alloc, before anything changed.
  Place place(uint32_t parentPath, const void *object, const __autoscope_site *site) {
    size_t index = indexOf(parentPath, object, site);
    for (size_t at : {index, index ^ 1})
      if (isOf(entries[at], parentPath, object, site))
        return {entries[at], (*routes_)[at], true};
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
  bool isInUse(const Entry &entry) const { return entry.path && entry.goodUntil >= lastRound_; }

  // One more place lost its entry; whether that is too many.
  bool pushesOut() { return ++losses_ > size() / toleratedShare && shift > 64 - mostBits; }

  void allocate(uint32_t bits) {
    auto routes = std::make_unique<std::vector<Route>>(size_t(1) << bits);
    all_.reserve(all_.size() + 1);
    auto made = std::make_unique<Entry[]>(size_t(1) << bits);
    routes_ = std::move(routes);
    all_.push_back(std::move(made));
    entries = all_.back().get();
    shift = 64 - bits;
  }

  void grow() {
    Entry *old = entries;
    std::unique_ptr<std::vector<Route>> routes = std::move(routes_);
    size_t count = routes->size();
    try {
      allocate(64 - shift + 1);
    } catch (...) {
      routes_ = std::move(routes);
      throw;
    }
    losses_ = 0;
    for (size_t i = 0; i < count; ++i) {
      if (!old[i].path)
        continue;
      size_t index = indexOf(old[i].parentPath, old[i].object, old[i].site);
      size_t at = entries[index].path ? index ^ 1 : index;
      entries[at] = old[i];
      (*routes_)[at] = (*routes)[i];
    }
  }

  std::vector<std::unique_ptr<Entry[]>> all_;
  std::unique_ptr<std::vector<Route>> routes_;  // of the entries
  uint64_t round_ = 0, lastRound_ = 0;          // the calls that they began with
  size_t losses_ = 0;                           // in this one
};

}  // namespace autoscope::modules
