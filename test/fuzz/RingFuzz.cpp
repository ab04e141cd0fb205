// Any ring, of a dead process, as a copy, of one that runs, and while another thread changes it: the views agree where
// nothing changes, and nothing lies outside of what was read.
//
// Input: a byte of how many patches are made while the ring is read, in units of 16 bytes, then patches (RingInput.h).
#include "ReadEverything.h"
#include "RingInput.h"

#include "record/Records.h"
#include "record/RingView.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

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

// A memory file with a name that can be opened again.
class SharedFile {
public:
  explicit SharedFile(const std::vector<char> &content) : size_(content.size()), fd_(memfd_create("ring", MFD_CLOEXEC)) {
    require(write(fd_, content.data(), size_) == static_cast<ssize_t>(size_));
    bytes_ = static_cast<char *>(mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, fd_, 0));
    require(bytes_ != MAP_FAILED);
  }
  SharedFile(const SharedFile &) = delete;
  SharedFile &operator=(const SharedFile &) = delete;
  ~SharedFile() {
    munmap(bytes_, size_);
    close(fd_);
  }
  std::string path() const { return "/proc/self/fd/" + std::to_string(fd_); }
  char *bytes() { return bytes_; }

private:
  size_t size_;
  int fd_;
  char *bytes_;
};

// As the recorded process would: all but the layout and the names that are published may change at any moment.
void readWhileItChanges(const std::vector<char> &before, const std::vector<char> &after) {
  SharedFile file(before);
  std::thread writer([&] {
    for (int round = 0; round < 4; ++round) {
      const std::vector<char> &content = round % 2 ? before : after;
      for (uint64_t offset = ringSlotOffset; offset < ringMetaOffset; offset += 8)
        __atomic_store_n(reinterpret_cast<uint64_t *>(file.bytes() + offset),
                         *reinterpret_cast<const uint64_t *>(content.data() + offset), __ATOMIC_RELAXED);
      for (uint64_t offset = record::chunkBytes; offset < content.size(); offset += 8)
        __atomic_store_n(reinterpret_cast<uint64_t *>(file.bytes() + offset),
                         *reinterpret_cast<const uint64_t *>(content.data() + offset), __ATOMIC_RELAXED);
    }
  });
  record::RingView live;
  look(live, live.openLive(file.path(), pid));
  live.refreshNames();
  writer.join();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1)
    return 0;
  size_t late = std::min<size_t>(size_t{data[0]} * 16, size - 1), early = size - 1 - late;
  std::vector<char> ring = usedRing(pid);
  patchRing(ring, data + 1, early);

  SharedFile file(ring);
  record::RingView dead, live, copied;
  Seen ofDead = look(dead, dead.open(file.path(), pid));
  Seen ofLive = look(live, live.openLive(file.path(), pid));
  record::PrivateBytes copy(ring.size());
  std::memcpy(copy.data(), ring.data(), ring.size());
  bool isOurs = reinterpret_cast<const record::RingHeader *>(ring.data())->pid == pid;
  Seen ofCopy = look(copied, copied.openCopy(std::move(copy), "the copy"));
  require(!isOurs || !ofLive.isRing || ofLive == ofCopy);
  require(!ofLive.isRing || ofDead.isRing);

  if (late > 0 && ofDead.isRing) {
    std::vector<char> after = ring;
    patchRing(after, data + 1 + early, late);
    readWhileItChanges(ring, after);
  }
  return 0;
}
