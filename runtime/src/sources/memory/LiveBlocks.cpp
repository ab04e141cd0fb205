#include "sources/memory/LiveBlocks.h"

#include <algorithm>
#include <map>
#include <sched.h>
#include <sys/mman.h>
#include <tuple>
#include <unistd.h>

namespace autoscope::memory {

namespace {

// Of the calling thread, which a signal handler of its own may find in here.
__thread bool isInside __attribute__((tls_model("initial-exec"))) = false;

}  // namespace

class LiveBlocks::Held {
public:
  explicit Held(Shard &shard) : shard_(shard), entered_(!isInside) {
    if (!entered_)
      return;
    isInside = true;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    for (int tries = 1; __atomic_exchange_n(&shard_.lock, 1, __ATOMIC_ACQUIRE); ++tries)
      if (tries % 64 == 0)
        sched_yield();
  }
  ~Held() {
    if (!entered_)
      return;
    __atomic_store_n(&shard_.lock, 0, __ATOMIC_RELEASE);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    isInside = false;
  }
  Held(const Held &) = delete;
  Held &operator=(const Held &) = delete;
  bool entered() const { return entered_; }

private:
  Shard &shard_;
  const bool entered_;
};

void LiveBlocks::clear() noexcept {
  // In the child of a fork a lock may be of a thread that is not there.
  if (pid_t process = getpid(); process != process_) {
    for (Shard &shard : shards_)
      __atomic_store_n(&shard.lock, 0, __ATOMIC_RELEASE);
    process_ = process;
  }
  for (Shard &shard : shards_) {
    Held held(shard);
    if (!held.entered())
      continue;
    if (shard.table)
      munmap(shard.table, shard.places * sizeof(Block));
    shard.table = nullptr;
    shard.used = shard.places = 0;
  }
}

void LiveBlocks::put(Shard &shard, const Block &block) noexcept {
  uint32_t at = placeOf(shard, hashOf(block.address));
  while (shard.table[at].address != 0 && shard.table[at].address != block.address)
    at = (at + 1) & (shard.places - 1);
  shard.used += shard.table[at].address == 0;
  shard.table[at] = block;
}

bool LiveBlocks::grow(Shard &shard) noexcept {
  constexpr uint32_t fewest = 256, most = 1u << 26;
  Shard larger;
  larger.places = shard.places ? shard.places * 2 : fewest;
  void *table = larger.places > most ? MAP_FAILED
                                     : mmap(nullptr, larger.places * sizeof(Block), PROT_READ | PROT_WRITE,
                                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (table == MAP_FAILED)
    return false;
  larger.table = static_cast<Block *>(table);
  for (uint32_t i = 0; i < shard.places; ++i)
    if (shard.table[i].address != 0)
      put(larger, shard.table[i]);
  if (shard.table)
    munmap(shard.table, shard.places * sizeof(Block));
  shard.table = larger.table;
  shard.places = larger.places;
  return true;
}

bool LiveBlocks::add(const Block &block) noexcept {
  Shard &shard = shardOf(hashOf(block.address));
  Held held(shard);
  if (!held.entered())
    return false;
  if (shard.used >= shard.places / 4 * 3 && !grow(shard))
    return false;
  put(shard, block);
  return true;
}

// What stood behind it because its own place was taken moves up.
Block LiveBlocks::remove(uint64_t address) noexcept {
  Shard &shard = shardOf(hashOf(address));
  Held held(shard);
  if (!held.entered() || shard.places == 0)
    return {};
  uint32_t mask = shard.places - 1, at = placeOf(shard, hashOf(address));
  while (shard.table[at].address != address) {
    if (shard.table[at].address == 0)
      return {};
    at = (at + 1) & mask;
  }
  Block found = shard.table[at];
  for (uint32_t next = (at + 1) & mask; shard.table[next].address != 0; next = (next + 1) & mask) {
    uint32_t wanted = placeOf(shard, hashOf(shard.table[next].address));
    if (((next - wanted) & mask) >= ((next - at) & mask)) {
      shard.table[at] = shard.table[next];
      at = next;
    }
  }
  shard.table[at].address = 0;
  --shard.used;
  return found;
}

std::vector<record::LiveBlocks> LiveBlocks::summary() {
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, record::LiveBlocks> places;
  for (Shard &shard : shards_) {
    Held held(shard);
    for (uint32_t i = 0; i < shard.places && held.entered(); ++i) {
      const Block &block = shard.table[i];
      if (block.address == 0)
        continue;
      record::LiveBlocks &sum = places[{block.site, block.path, block.step}];
      sum.site = block.site;
      sum.path = block.path;
      sum.step = block.step;
      sum.bytes += block.bytes;
      ++sum.blocks;
    }
  }
  std::vector<record::LiveBlocks> all;
  for (const auto &[place, sum] : places)
    all.push_back(sum);
  std::stable_sort(all.begin(), all.end(), [](const auto &a, const auto &b) { return a.bytes > b.bytes; });
  return all;
}

}  // namespace autoscope::memory
