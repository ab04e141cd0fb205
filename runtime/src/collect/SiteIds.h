// Which id the sites of a text have, so that sites of one text share it: those of a library that is closed and opened
// again, and those of an inline function in several libraries. So names do not run out in a program that opens
// libraries for as long as it runs.
//
// Used under the caller's lock, perhaps in a signal handler that interrupted malloc: a table of hashes in pages of its
// own, which doubles. Two texts with one 64-bit hash would be taken for one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace autoscope::collect {

class SiteIds {
public:
  SiteIds() = default;
  ~SiteIds();
  SiteIds(const SiteIds &) = delete;
  SiteIds &operator=(const SiteIds &) = delete;
  // Takes what `other` has, which is empty then.
  void takeFrom(SiteIds &other) noexcept;

  // The id of that text, which the caller sets where it is 0: no site had that text. Good until the next call. Null:
  // there is no memory.
  uint32_t *of(std::string_view text) noexcept;
  // Of memory.
  size_t bytes() const noexcept { return places_ * sizeof(Place); }

private:
  struct Place {
    uint64_t hash;  // 0: free
    uint32_t id;
  };
  static constexpr size_t firstPlaces = 1u << 12;

  static Place *make(size_t places) noexcept;
  static Place &find(Place *table, size_t places, uint64_t hash) noexcept;
  bool grow() noexcept;

  Place *table_ = nullptr;
  size_t places_ = 0, used_ = 0;
};

}  // namespace autoscope::collect
