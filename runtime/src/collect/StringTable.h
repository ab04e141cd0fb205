// Gives each distinct text an id, once in the process, and publishes it in the meta log.
//
// For texts that many scopes share (shapes of arguments). Any thread, also in a signal handler that interrupted malloc:
// a fixed table of hashes, mapped when it is first used, and nothing else is allocated. A text that is known takes no
// lock. Two texts with one 64-bit hash would be taken for one. 0: no room.
#pragma once

#include "collect/MetaLog.h"

#include <mutex>
#include <string_view>

namespace autoscope::collect {

class StringTable {
public:
  explicit StringTable(MetaLog &log) : log_(log) {}
  // Takes what `other` has, which is empty then. The texts are in no log of ours yet.
  void takeFrom(StringTable &other) noexcept;
  StringTable(const StringTable &) = delete;
  StringTable &operator=(const StringTable &) = delete;

  uint32_t idOf(std::string_view text) noexcept;
  // Of memory. Its log is told of what comes after the ring was made.
  size_t bytes() const noexcept { return table_ ? slots * sizeof(Slot) : 0; }
  // Taken before the meta log's.
  std::mutex &mutex() { return mutex_; }

private:
  struct Slot {
    uint64_t hash;  // 0: empty; written last
    uint32_t id;
  };
  static constexpr size_t slots = 1u << 16;

  // Where the hash is, or is to be.
  static Slot &place(Slot *table, uint64_t hash);

  MetaLog &log_;
  std::mutex mutex_;  // held by whoever writes what follows
  Slot *table_ = nullptr;
  uint32_t lastId_ = 0;
};

}  // namespace autoscope::collect
