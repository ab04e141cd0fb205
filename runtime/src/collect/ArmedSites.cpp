#include "collect/ArmedSites.h"

#include "hot/SiteFlags.h"

#include <algorithm>
#include <link.h>
#include <sys/mman.h>
#include <utility>

namespace autoscope::collect {

ArmedSites::~ArmedSites() {
  if (places_)
    munmap(places_, most * sizeof(Place));
}

void ArmedSites::takeFrom(ArmedSites &other) noexcept {
  places_ = std::exchange(other.places_, nullptr);
  used_ = other.used_;
  armed_ = other.armed_;
  order_ = other.order_;
  isOn_ = std::exchange(other.isOn_, false);
  isArmed_ = std::exchange(other.isArmed_, false);
}

bool ArmedSites::keep(uint32_t id, const __autoscope_site &site) noexcept {
  if (!places_ || used_ == most)
    return false;
  places_[used_++] = {reinterpret_cast<uint64_t>(&site), reinterpret_cast<uint64_t>(site.__info), id, ++order_};
  return true;
}

void ArmedSites::add(uint32_t id, const __autoscope_site &site) noexcept {
  if (isOn_)
    keep(id, site);
}

void ArmedSites::arm() noexcept {
  isOn_ = isArmed_ = true;
  if (!places_) {
    // Only pages that are touched take memory.
    void *pages =
        mmap(nullptr, most * sizeof(Place), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    places_ = pages == MAP_FAILED ? nullptr : static_cast<Place *>(pages);
  }
  sort();
}

void ArmedSites::disarm() noexcept {
  isArmed_ = false;
  sort();
}

// Nothing is allocated: another thread may hold malloc's lock and wait for ours.
void ArmedSites::sort() noexcept {
  std::sort(places_, places_ + used_, [](const Place &a, const Place &b) {
    return a.address != b.address ? a.address < b.address : a.order > b.order;
  });
  auto end =
      std::unique(places_, places_ + used_, [](const Place &a, const Place &b) { return a.address == b.address; });
  used_ = armed_ = size_t(end - places_);
  for (size_t i = 0; i < used_; ++i)
    places_[i].order = 0;
  order_ = 0;
}

void ArmedSites::forgetUnnamed() noexcept {
  auto end = std::remove_if(places_, places_ + armed_, [](const Place &place) { return place.id == 0; });
  used_ = size_t(std::move(places_ + armed_, places_ + used_, end) - places_);
  armed_ = 0;
}

namespace {

// What is at that address may be another library's, or, with AddressSanitizer, what lies between two of its objects.
__attribute__((no_sanitize("address"))) void exchangeId(uint64_t address, uint64_t info, uint32_t from,
                                                        uint32_t to) noexcept {
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  auto *site = reinterpret_cast<__autoscope_site *>(address);
  bool isSite = site->__size >= sizeof *site &&
                (site->__kind == __autoscope_kind_function || site->__kind == __autoscope_kind_module) &&
                reinterpret_cast<uint64_t>(site->__info) == info;
  if (isSite && __atomic_load_n(&site->__id, __ATOMIC_RELAXED) == from)
    __atomic_compare_exchange_n(&site->__id, &from, to, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

}  // namespace

// A library may be closed by now: its sites are touched only inside the callback, during which no object comes or goes.
template <class Change> void ArmedSites::forEachLoaded(Change change) noexcept {
  struct Work {
    const Place *begin, *end;
    Change &change;
  } work = {places_, places_ + armed_, change};
  auto inObject = [](dl_phdr_info *object, size_t, void *argument) {
    auto &todo = *static_cast<Work *>(argument);
    for (int segment = 0; segment < object->dlpi_phnum; ++segment) {
      const ElfW(Phdr) &part = object->dlpi_phdr[segment];
      if (part.p_type != PT_LOAD || !(part.p_flags & PF_W) || part.p_memsz < sizeof(__autoscope_site))
        continue;
      uint64_t first = object->dlpi_addr + part.p_vaddr, last = first + part.p_memsz - sizeof(__autoscope_site);
      const Place *place = std::lower_bound(todo.begin, todo.end, first,
                                            [](const Place &a, uint64_t address) { return a.address < address; });
      for (; place != todo.end && place->address <= last; ++place)
        todo.change(*place);
    }
    return 0;
  };
  if (armed_)
    dl_iterate_phdr(inObject, &work);
}

void ArmedSites::leaveOut() noexcept {
  forEachLoaded([](const Place &place) {
    if (place.id != __autoscope_filtered)
      exchangeId(place.address, place.info, place.id, __autoscope_filtered);
  });
}

void ArmedSites::letIn(const Throttle &throttle) noexcept {
  forEachLoaded([&throttle](const Place &place) {
    if (place.id != __autoscope_filtered && !throttle.isThrottled(place.id & ~hot::markedSite))
      exchangeId(place.address, place.info, __autoscope_filtered, place.id);
  });
}

}  // namespace autoscope::collect
