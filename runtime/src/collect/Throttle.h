// Leaves functions out that are called often and take less than their scope (AUTOSCOPE_THROTTLE).
//
// The writer thread counts the scopes of each chunk that it takes; nobody else counts, so that nothing is shared. A
// function of more calls than the limit with a mean below the bound is throttled: its sites get the id of filtered
// ones, and from then on a call of it costs what a filtered one does. Sites are told by registerSite(), under its lock,
// perhaps in a signal handler that interrupted malloc: the tables are pages reserved beforehand. Never a module, which
// gives others their names; never again, once it is throttled, while the process lives.
//
// Writing sites takes the dynamic linker's lock. A fork must not come in between, since the child would have that lock
// taken for good: hence the mutex.
#pragma once

#include "autoscope/abi.h"
#include "record/Format.h"

#include <cstdint>
#include <mutex>
#include <vector>

namespace autoscope::collect {

struct ThrottleLimits {
  uint64_t calls = 0;  // 0: nothing is throttled
  // Bound of the mean, in one of them; the other is 0.
  uint64_t milliticks = 0, ns = 0;
};

class Throttle {
public:
  struct Function {
    uint32_t id;
    uint64_t calls, ticks;
  };
  struct Place {
    uint64_t address;
    uint64_t info;  // what its __info was: another library's data at that address has another word there
    uint32_t id;
    bool isInObject = false;
  };

  Throttle() = default;
  ~Throttle();
  Throttle(const Throttle &) = delete;
  Throttle &operator=(const Throttle &) = delete;
  // In the child of a fork, where the writer may have been in count().
  void takeFrom(Throttle &other) noexcept;

  // Before scopes are recorded. False: there are no pages for the tables, so nothing is throttled.
  bool begin(const ThrottleLimits &limits) noexcept;
  // Held by the writer from count() to leaveOut(), and by a fork before any other lock.
  std::timed_mutex &mutex() { return mutex_; }
  bool isOn() const noexcept { return tables_; }
  // Of memory, of the pages that are touched.
  size_t bytes() const noexcept { return used_ * (sizeof(Count) + sizeof(Place)); }
  // A site of this id; under the lock of registerSite().
  void addSite(uint32_t id, const __autoscope_site &site) noexcept;
  // Sites of this id that come later are filtered, too. Any thread.
  bool isThrottled(uint32_t id) const noexcept;

  // Writer: the scopes of words [from, to). The functions that are beyond the limits with them, each once. `ticksPerNs`
  // 0: not known yet, so that a bound in ns decides nothing.
  std::vector<Function> count(const record::ChunkHeader &chunk, uint32_t from, uint32_t to, double ticksPerNs);
  // Writer: from now on sites of this id are registered as filtered; those that were before. Under the lock of
  // registerSite(), which leaveOut() must not be: a program's callback of dl_iterate_phdr() may enter scopes.
  std::vector<Place> decide(uint32_t id);
  // Writer: filters those of these sites that are still there. Only in the data of loaded objects, which the dynamic
  // linker does not close meanwhile: what lies elsewhere, as sites of operators and of a JIT, may go at any time.
  // False: all of them lie there, so that nothing is left out.
  static bool leaveOut(std::vector<Place> &sites) noexcept;
  // Nor is what comes later.
  void keep(uint32_t id) noexcept;

private:
  struct Count {
    uint64_t calls, ticks;
    uint32_t isThrottled;
  };
  struct Tables {
    Count counts[record::maxSite + 1];
    Place places[record::maxSite + 1];  // of functions, in order of registration
  };

  std::timed_mutex mutex_;
  ThrottleLimits limits_;
  Tables *tables_ = nullptr;
  uint32_t used_ = 0;            // places
  std::vector<uint32_t> often_;  // called more often than the limit, and not decided so far
};

}  // namespace autoscope::collect
