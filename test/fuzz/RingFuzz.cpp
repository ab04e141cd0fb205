// Any ring, of a dead process, as a copy, of one that runs, and while another thread changes it: the views agree where
// nothing changes, and nothing lies outside of what was read.
//
// Input: a byte of how many patches are made while the ring is read, in units of 16 bytes, then patches (RingInput.h).
#include "FuzzTarget.h"
#include "RingInput.h"

#include "record/Records.h"
#include "record/RingView.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>

namespace {

using namespace autoscope;
using namespace autoscope::fuzz;

constexpr uint32_t pid = 4711;

struct Seen {
  bool isRing = false;
  std::vector<uint64_t> facts;

  bool operator==(const Seen &other) const { return isRing == other.isRing && facts == other.facts; }
};

Seen look(const record::RingView &view, const std::string &error) {
  Seen seen;
  require(error.find('\n') == std::string::npos);
  if (!error.empty())
    return seen;
  seen.isRing = true;
  for (const record::ChunkCopy &chunk : view.chunks()) {
    require(chunk.from >= record::chunkHeaderWords && chunk.from <= chunk.to && chunk.to <= record::chunkWords);
    std::vector<record::Piece> pieces = {{chunk.words + chunk.from, chunk.words + chunk.to}};
    record::BackwardRecords records(pieces);
    for (record::Record record; records.next(record);)
      seen.facts.push_back(record.start + record.duration);
    seen.facts.insert(seen.facts.end(), {chunk.threadUid, chunk.sequence, chunk.to - chunk.from});
  }
  for (const auto &[uid, scopes] : view.openScopes()) {
    require(scopes.size() <= record::maxDepth);
    for (const record::OpenScope &scope : scopes) {
      require(scope.depth < record::maxDepth);
      seen.facts.insert(seen.facts.end(), {uid, scope.depth, scope.start, scope.site, scope.path});
    }
  }
  record::MetaLog names;
  names.add(view.metaBegin(), view.metaBytes());
  seen.facts.push_back(names.sites().size() + names.paths().size());
  return seen;
}

record::PrivateBytes copyOf(const PatchedFile &ring) {
  constexpr size_t page = 4096;
  static const char zeros[page] = {};
  record::PrivateBytes copy(ring.size());
  for (size_t at = 0; at < ring.size(); at += page)
    if (std::memcmp(ring.bytes() + at, zeros, page) != 0)
      std::memcpy(copy.data() + at, ring.bytes() + at, page);
  return copy;
}

using Words = std::vector<std::pair<uint64_t *, uint64_t>>;

// As the recorded process would: all but the layout and the names that are published may change at any moment.
Words changesOf(const PatchedFile &ring, const std::vector<Patch> &patches) {
  Words words;
  for (const Patch &patch : patches)
    for (size_t at = 0; at + 8 <= patch.size; at += 8) {
      size_t offset = patch.offset + at;
      bool mayChange = (offset >= ringSlotOffset && offset < ringMetaOffset) || offset >= record::chunkBytes;
      uint64_t value;
      std::memcpy(&value, patch.bytes + at, sizeof(value));
      if (mayChange && offset + 8 <= ring.size())
        words.emplace_back(reinterpret_cast<uint64_t *>(ring.bytes() + offset), value);
    }
  return words;
}

void exchange(Words &words) {
  for (auto &[at, value] : words)
    value = __atomic_exchange_n(at, value, __ATOMIC_RELAXED);
}

void readWhileItChanges(PatchedFile &ring, Words words) {
  std::atomic<bool> isRead{false};
  std::thread writer([&] {
    constexpr int mostRounds = 10'000;
    for (int round = 0; round < mostRounds && !isRead; ++round)
      exchange(words);
  });
  record::RingView live;
  look(live, live.openLive(ring.path(), pid));
  live.refreshNames();
  isRead = true;
  writer.join();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static PatchedFile ring(scratchFile(".ring"), usedRing(pid));
  if (size < 1)
    return 0;
  size_t late = std::min<size_t>(size_t{data[0]} * 16, size - 1), early = size - 1 - late;
  for (const Patch &patch : ringPatches(data + 1, early))
    ring.patch(patch);

  record::RingView dead, live, copied;
  Seen ofDead = look(dead, dead.open(ring.path(), pid));
  Seen ofLive = look(live, live.openLive(ring.path(), pid));
  Seen ofCopy = look(copied, copied.openCopy(copyOf(ring), "the copy"));
  bool isOurs = reinterpret_cast<const record::RingHeader *>(ring.bytes())->pid == pid;
  require(!isOurs || !ofLive.isRing || ofLive == ofCopy);
  require(!ofLive.isRing || ofDead.isRing);

  if (late > 0 && ofDead.isRing) {
    std::vector<Patch> patches = ringPatches(data + 1 + early, late);
    Words words = changesOf(ring, patches);
    for (const Patch &patch : patches)
      ring.willChange(patch.offset, patch.size);
    readWhileItChanges(ring, std::move(words));
  }
  ring.reset();
  return 0;
}
