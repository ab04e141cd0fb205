#include "collect/SiteIds.h"

#include "collect/TextHash.h"

#include <sys/mman.h>
#include <utility>

namespace autoscope::collect {

SiteIds::~SiteIds() {
  if (table_)
    munmap(table_, places_ * sizeof(Place));
}

void SiteIds::takeFrom(SiteIds &other) noexcept {
  table_ = std::exchange(other.table_, nullptr);
  places_ = std::exchange(other.places_, 0);
  used_ = std::exchange(other.used_, 0);
}

SiteIds::Place *SiteIds::make(size_t places) noexcept {
  void *pages = mmap(nullptr, places * sizeof(Place), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return pages == MAP_FAILED ? nullptr : static_cast<Place *>(pages);
}

// The place of the hash, or the free one that it would take.
SiteIds::Place &SiteIds::find(Place *table, size_t places, uint64_t hash) noexcept {
  size_t at = hash >> 1 & (places - 1);
  while (table[at].hash && table[at].hash != hash)
    at = (at + 1) & (places - 1);
  return table[at];
}

bool SiteIds::grow() noexcept {
  size_t places = places_ ? places_ * 2 : firstPlaces;
  Place *table = make(places);
  if (!table)
    return false;
  for (size_t i = 0; i < places_; ++i)
    if (table_[i].hash)
      find(table, places, table_[i].hash) = table_[i];
  if (table_)
    munmap(table_, places_ * sizeof(Place));
  table_ = table;
  places_ = places;
  return true;
}

uint32_t *SiteIds::of(std::string_view text) noexcept {
  // One place stays free, or a search would not end.
  if (used_ >= places_ / 2 && !grow() && used_ + 1 >= places_)
    return nullptr;
  uint64_t hash = hashOf(text);
  Place &place = find(table_, places_, hash);
  if (!place.hash) {
    place = {hash, 0};
    ++used_;
  }
  return &place.id;
}

}  // namespace autoscope::collect
