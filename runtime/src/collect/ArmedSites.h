// Leaves all sites out while nothing is recorded, but for those of functions that begin and end profiles (--schedule).
//
// The flag that switches scopes on is set then, so that those functions are told of; the sites of all others have the
// id of filtered ones, so a call of them costs what a filtered one does. When a profile starts they get their ids
// again. What is told of a site comes from registerSite(), under its lock, perhaps in a signal handler that interrupted
// malloc: the table is pages reserved beforehand. It holds as many sites as there are ids; what comes later, or lies in
// no loaded object, as sites of a JIT do, is not left out: it costs more, and what it records goes nowhere.
//
// Libraries come and go, and the next one may lie where one lay that is closed, even with its text at the same address.
// A site is told of before it has any id, and so what was told last of an address is what lies there, if there is a
// site at all: hence those that stay left out are told of, too.
//
// Writing sites takes the dynamic linker's lock, as in Throttle: not under the lock of registerSite(), and serialised
// with forks by the caller.
#pragma once

#include "autoscope/abi.h"
#include "collect/Throttle.h"

#include <cstddef>
#include <cstdint>

namespace autoscope::collect {

class ArmedSites {
public:
  ArmedSites() = default;
  ~ArmedSites();
  ArmedSites(const ArmedSites &) = delete;
  ArmedSites &operator=(const ArmedSites &) = delete;
  // In the child of a fork.
  void takeFrom(ArmedSites &other) noexcept;

  // Under the lock of registerSite().
  bool isArmed() const noexcept { return isArmed_; }
  // The site has this id, in the form that it has in the site; __autoscope_filtered: it is to be left as it is.
  void add(uint32_t id, const __autoscope_site &site) noexcept;
  // A site that is met while all are left out, and has no id. False: there is no room, so it is to have none further
  // on.
  bool note(const __autoscope_site &site) noexcept { return keep(0, site); }
  // Sites that come from now on are left out, or are not.
  void arm() noexcept;
  void disarm() noexcept;
  // Those that had no id are registered again when they are met.
  void forgetUnnamed() noexcept;
  // Of memory, at most.
  size_t bytes() const noexcept { return used_ * sizeof(Place); }

  // Without that lock, each after what it is named for. `isThrottled`: of an id, which stays left out.
  void leaveOut() noexcept;
  void letIn(const Throttle &throttle) noexcept;

private:
  struct Place {
    uint64_t address;
    uint64_t info;   // another library's data at that address has another word there
    uint32_t id;     // 0: none so far
    uint32_t order;  // of one address the greatest counts
  };
  static constexpr size_t most = record::maxSite + 1;

  bool keep(uint32_t id, const __autoscope_site &site) noexcept;
  void sort() noexcept;
  template <class Change> void forEachLoaded(Change change) noexcept;

  Place *places_ = nullptr;
  size_t used_ = 0;
  size_t armed_ = 0;  // places at the last arm() or disarm(), which are in order of address, one of each
  uint32_t order_ = 0;
  bool isOn_ = false;
  bool isArmed_ = false;
};

}  // namespace autoscope::collect
