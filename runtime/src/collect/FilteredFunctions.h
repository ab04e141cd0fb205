// How many functions AUTOSCOPE_FILTER leaves out, each counted once, however many of its sites are left out.
//
// A module's method may have a site at its body and one in each unit that calls it. The body's decides; those of calls
// count where the body has none. Asked when a site is registered, under the caller's lock, perhaps in a signal handler
// that interrupted malloc: a fixed table of hashes. What finds no place in it is counted by the site.
#pragma once

#include "autoscope/abi.h"

#include <cstddef>
#include <cstdint>

namespace autoscope::collect {

class FilteredFunctions {
public:
  enum class Site { LeftOut, Recorded };
  // A site that is met for the first time. True: the number has changed.
  bool add(const __autoscope_site &site, Site what) noexcept;
  uint32_t count() const { return count_; }

private:
  static constexpr size_t places = 1024;
  static constexpr uint64_t counted = 1, byBody = 2, state = counted | byBody;

  uint64_t *placeOf(uint64_t hash) noexcept;

  uint64_t methods_[places] = {};  // hash of name and class, with the state in its low bits; 0: free
  uint32_t count_ = 0;
};

}  // namespace autoscope::collect
