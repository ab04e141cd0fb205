#include "collect/StringTable.h"

#include "collect/TextHash.h"

#include <sys/mman.h>
#include <utility>

namespace autoscope::collect {

void StringTable::takeFrom(StringTable &other) noexcept {
  table_ = std::exchange(other.table_, nullptr);
  lastId_ = std::exchange(other.lastId_, 0);
}

uint32_t StringTable::idOf(std::string_view text) noexcept {
  uint64_t hash = hashOf(text);
  std::lock_guard<std::mutex> lock(mutex_);
  if (!table_) {
    void *pages = mmap(nullptr, slots * sizeof(Slot), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
      return 0;
    table_ = static_cast<Slot *>(pages);
    log_.countMemory(slots * sizeof(Slot));
  }
  size_t at = hash >> 1 & (slots - 1);
  for (; table_[at].hash; at = (at + 1) & (slots - 1))
    if (table_[at].hash == hash)
      return table_[at].id;
  if (lastId_ >= slots / 2 || !log_.append(record::MetaKind::String, {lastId_ + 1, 0}, {text}))
    return 0;
  table_[at] = {hash, ++lastId_};
  return lastId_;
}

}  // namespace autoscope::collect
