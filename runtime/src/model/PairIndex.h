// Numbers pairs of numbers, for loops that ask once per scope: (call node, row) -> call node, (row, place) -> row.
//
// Open addressing in one vector; 0 is "none yet". The caller gives out the numbers. Cannot fail but for memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace autoscope::model {

class PairIndex {
public:
  PairIndex() : slots_(1024) {}

  // What the pair was set to, or 0: nothing yet; then set() it.
  uint32_t find(uint32_t first, uint32_t second) {
    key_ = (uint64_t{first} << 32 | second) + 1;
    for (slot_ = hash(key_) & (slots_.size() - 1); slots_[slot_].key; slot_ = (slot_ + 1) & (slots_.size() - 1))
      if (slots_[slot_].key == key_)
        return slots_[slot_].number;
    return 0;
  }

  // For the pair of the last find().
  void set(uint32_t number) {
    slots_[slot_] = {key_, number};
    if (++used_ * 2 > slots_.size())
      grow();
  }

private:
  struct Slot {
    uint64_t key = 0;
    uint32_t number = 0;
  };

  static size_t hash(uint64_t key) { return key * 0x9e3779b97f4a7c15ull >> 29; }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot &slot : old) {
      if (!slot.key)
        continue;
      size_t place = hash(slot.key) & (slots_.size() - 1);
      while (slots_[place].key)
        place = (place + 1) & (slots_.size() - 1);
      slots_[place] = slot;
    }
  }

  std::vector<Slot> slots_;
  size_t used_ = 0;
  uint64_t key_ = 0;
  size_t slot_ = 0;
};

}  // namespace autoscope::model
