// The blocks that a program has allocated in a session and not freed, by address: who allocated each.
//
// Any thread, in the program's own malloc and free: nothing here calls them; memory comes from the kernel, 40 bytes for
// a block and twice that at most. A thread waits for another one's few stores at worst, and never where it interrupted
// itself, as in a signal handler: that block is counted as not known. What finds no memory is, too.
#pragma once

#include "record/MetaLog.h"

#include <cstdint>
#include <sys/types.h>
#include <vector>

namespace autoscope::memory {

struct Block {
  uint64_t address = 0;  // 0: none
  uint64_t bytes = 0;
  uint32_t site = 0, path = 0;  // as in record::LiveBlocks
  uint32_t thread = 0;          // hot::threadNumber()
  uint32_t step = 0;            // as in record::LiveBlocks
};

class LiveBlocks {
public:
  // Forgets all. A thread that is still adding to what was before may leave one block.
  void clear() noexcept;
  // False: there is no room, or this thread is in here already.
  bool add(const Block &block) noexcept;
  // What was known of it, and is no more; none: it is older than the table, or could not be added.
  Block remove(uint64_t address) noexcept;
  // Summed up by place and step, most bytes first.
  std::vector<record::LiveBlocks> summary();

private:
  static constexpr uint32_t shardBits = 6, shards = 1u << shardBits;
  struct alignas(64) Shard {
    int lock = 0;
    uint32_t used = 0, places = 0;  // a power of two
    Block *table = nullptr;
  };
  class Held;

  static uint64_t hashOf(uint64_t address) { return (address >> 4) * 0x9e3779b97f4a7c15ull; }
  Shard &shardOf(uint64_t hash) { return shards_[hash >> (64 - shardBits)]; }
  static uint32_t placeOf(const Shard &shard, uint64_t hash) {
    return static_cast<uint32_t>(hash >> 20) & (shard.places - 1);
  }
  static bool grow(Shard &shard) noexcept;
  static void put(Shard &shard, const Block &block) noexcept;

  Shard shards_[shards];
  pid_t process_ = 0;
};

}  // namespace autoscope::memory
