#include "collect/StringTable.h"

#include "collect/TextHash.h"
#include "hot/Uninterrupted.h"

#include <sys/mman.h>
#include <utility>

namespace autoscope::collect {

void StringTable::takeFrom(StringTable &other) noexcept {
  table_ = std::exchange(other.table_, nullptr);
  lastId_ = std::exchange(other.lastId_, 0);
}

StringTable::Slot &StringTable::place(Slot *table, uint64_t hash) {
  for (size_t at = hash >> 1;; ++at) {
    Slot &slot = table[at & (slots - 1)];
    uint64_t there = __atomic_load_n(&slot.hash, __ATOMIC_ACQUIRE);
    if (there == hash || there == 0)
      return slot;
  }
}

uint32_t StringTable::idOf(std::string_view text) noexcept {
  uint64_t hash = hashOf(text);
  if (Slot *table = __atomic_load_n(&table_, __ATOMIC_ACQUIRE))
    if (Slot &known = place(table, hash); __atomic_load_n(&known.hash, __ATOMIC_ACQUIRE) == hash)
      return known.id;
  hot::Uninterrupted uninterrupted;
  std::lock_guard<std::mutex> lock(mutex_);
  if (!table_) {
    void *pages = mmap(nullptr, slots * sizeof(Slot), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
      return 0;
    __atomic_store_n(&table_, static_cast<Slot *>(pages), __ATOMIC_RELEASE);
    log_.countMemory(slots * sizeof(Slot));
  }
  Slot &slot = place(table_, hash);
  if (slot.hash == hash)
    return slot.id;
  if (lastId_ >= slots / 2 || !log_.append(record::MetaKind::String, {lastId_ + 1, 0}, {text}))
    return 0;
  slot.id = ++lastId_;
  __atomic_store_n(&slot.hash, hash, __ATOMIC_RELEASE);
  return slot.id;
}

}  // namespace autoscope::collect
