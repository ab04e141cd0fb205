#include "collect/Throttle.h"

#include "hot/SiteFlags.h"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <link.h>
#include <new>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>
#include <utility>

namespace autoscope::collect {

Throttle::~Throttle() {
  if (tables_)
    munmap(tables_, sizeof *tables_);
}

void Throttle::takeFrom(Throttle &other) noexcept {
  tables_ = std::exchange(other.tables_, nullptr);
  used_ = other.used_;
}

bool Throttle::begin(const ThrottleLimits &limits) noexcept {
  std::lock_guard<std::timed_mutex> lock(mutex_);
  limits_ = limits;
  often_.clear();
  if (limits.calls == 0)
    return true;
  if (!tables_) {
    // Only pages that are touched take memory.
    void *pages =
        mmap(nullptr, sizeof *tables_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    tables_ = pages == MAP_FAILED ? nullptr : static_cast<Tables *>(pages);
    return tables_;
  }
  // Of an earlier session, or of the parent.
  try {
    for (uint32_t i = 0; i < used_; ++i) {
      uint32_t id = tables_->places[i].id;
      if (tables_->counts[id].calls > limits.calls && !isThrottled(id))
        often_.push_back(id);
    }
  } catch (const std::bad_alloc &) {
  }
  std::sort(often_.begin(), often_.end());
  often_.erase(std::unique(often_.begin(), often_.end()), often_.end());
  return true;
}

void Throttle::addSite(uint32_t id, const __autoscope_site &site) noexcept {
  // The last id is that of all sites for which there was none left.
  if (tables_ && site.__kind == __autoscope_kind_function && id < record::maxSite && used_ < std::size(tables_->places))
    tables_->places[used_++] = {reinterpret_cast<uint64_t>(&site), reinterpret_cast<uint64_t>(site.__info), id};
}

bool Throttle::isThrottled(uint32_t id) const noexcept {
  return tables_ && id <= record::maxSite && __atomic_load_n(&tables_->counts[id].isThrottled, __ATOMIC_RELAXED);
}

std::vector<Throttle::Function> Throttle::count(const record::ChunkHeader &chunk, uint32_t from, uint32_t to,
                                                double ticksPerNs) {
  if (!tables_ || limits_.calls == 0)
    return {};
  const auto *words = reinterpret_cast<const uint64_t *>(&chunk);
  for (uint32_t i = from; i + 1 < to; i += 2) {
    uint64_t low = words[i + 1];
    uint32_t id = low & record::escapeSite;
    uint64_t ticks = low >> 32;
    if (id == record::escapeSite) {
      if ((low >> 22 & 0x3ff) != uint64_t(record::Escape::Long))
        continue;
      id = uint32_t(low >> 32);
      ticks = words[i];
    }
    if (id > record::maxSite)
      continue;
    Count &count = tables_->counts[id];
    count.ticks += ticks;
    if (++count.calls == limits_.calls + 1)
      often_.push_back(id);
  }
  std::vector<Function> crossed;
  double bound = limits_.ns ? double(limits_.ns) * ticksPerNs : double(limits_.milliticks) / 1000;
  auto isSmall = [&](uint32_t id) {
    const Count &count = tables_->counts[id];
    if (double(count.ticks) >= double(count.calls) * bound)
      return false;
    crossed.push_back({id, count.calls, count.ticks});
    return true;
  };
  often_.erase(std::remove_if(often_.begin(), often_.end(), isSmall), often_.end());
  return crossed;
}

std::vector<Throttle::Place> Throttle::decide(uint32_t id) {
  std::vector<Place> sites;
  if (!tables_)
    return sites;
  for (uint32_t i = 0; i < used_; ++i)
    if (tables_->places[i].id == id)
      sites.push_back(tables_->places[i]);
  if (!sites.empty())  // else a module's
    __atomic_store_n(&tables_->counts[id].isThrottled, 1u, __ATOMIC_RELAXED);
  return sites;
}

namespace {

// Marked for other tools (hot/Emission.h).
uint32_t idWithoutMark(uint32_t id) {
  return id == __autoscope_filtered ? id : id & ~hot::markedSite;
}

// Looked at before it is written: at that address may be what another library may not write, or, with
// AddressSanitizer, what lies between two of its objects.
__attribute__((no_sanitize("address"))) void filter(const Throttle::Place &place) noexcept {
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  auto *site = reinterpret_cast<__autoscope_site *>(place.address);
  if (site->__size != sizeof *site || site->__kind != __autoscope_kind_function ||
      reinterpret_cast<uint64_t>(site->__info) != place.info)
    return;
  uint32_t id = __atomic_load_n(&site->__id, __ATOMIC_RELAXED);
  if (idWithoutMark(id) == place.id)
    __atomic_compare_exchange_n(&site->__id, &id, __autoscope_filtered, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

// With the library that it was in: that is in no object, either. By a call that fails where there is no memory now.
bool isGone(const Throttle::Place &place) noexcept {
  __autoscope_site site = {};
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  iovec to = {&site, sizeof site}, from = {reinterpret_cast<void *>(place.address), sizeof site};
  ssize_t length = process_vm_readv(getpid(), &to, 1, &from, 1, 0);
  if (length < 0 && errno != EFAULT)  // a sandbox may forbid it
    return false;
  return length != ssize_t(sizeof site) || idWithoutMark(site.__id) != place.id ||
         reinterpret_cast<uint64_t>(site.__info) != place.info;
}

}  // namespace

// A site is in a library that may be closed by now: it is written only inside the callback, during which no object
// comes or goes, where the whole of it lies in an object's data and is what was registered.
bool Throttle::leaveOut(std::vector<Place> &sites) noexcept {
  auto inObject = [](dl_phdr_info *object, size_t, void *argument) {
    for (int segment = 0; segment < object->dlpi_phnum; ++segment) {
      const ElfW(Phdr) &part = object->dlpi_phdr[segment];
      if (part.p_type != PT_LOAD || !(part.p_flags & PF_W) || part.p_memsz < sizeof(__autoscope_site))
        continue;
      for (Place &place : *static_cast<std::vector<Place> *>(argument))
        if (place.address - object->dlpi_addr - part.p_vaddr <= part.p_memsz - sizeof(__autoscope_site)) {
          place.isInObject = true;
          filter(place);
        }
    }
    return 0;
  };
  dl_iterate_phdr(inObject, &sites);
  return std::any_of(sites.begin(), sites.end(), [](const Place &place) { return place.isInObject || isGone(place); });
}

void Throttle::keep(uint32_t id) noexcept {
  __atomic_store_n(&tables_->counts[id].isThrottled, 0u, __ATOMIC_RELAXED);
}

}  // namespace autoscope::collect
