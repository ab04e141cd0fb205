#include "record/CoreRing.h"

#include "record/Format.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace autoscope::record {

namespace {

std::string ringName(std::string_view name) {
  constexpr std::string_view ending = ".ring", gone = " (deleted)";
  if (name.size() > gone.size() && name.substr(name.size() - gone.size()) == gone)
    name.remove_suffix(gone.size());
  bool isRing = name.size() > ending.size() && name.substr(name.size() - ending.size()) == ending;
  return isRing ? std::string(name) : std::string();
}

class Copier {
public:
  Copier(const CoreFile &core, uint64_t address, const RingHeader &header, CoreRing &ring)
      : core_(core), address_(address), header_(header), ring_(ring) {}

  // The layout has been checked against the size of the copy.
  void run() {
    std::memcpy(ring_.bytes.data(), &header_, sizeof(header_));
    take(header_.metaOffset, header_.metaBytes);
    for (uint64_t i = 0; i < header_.slots; ++i) {
      SlotHeader slot{};
      uint64_t offset = header_.slotOffset + i * header_.slotBytes;
      if (!core_.read(address_ + offset, &slot, sizeof(slot)))
        miss();
      else if (slot.uid != 0)
        take(offset, header_.slotBytes);
    }
    for (uint64_t i = 0; i < header_.chunks; ++i) {
      ChunkHeader chunk{};
      uint64_t offset = (header_.firstChunk + i) * chunkBytes;
      if (!core_.read(address_ + offset, &chunk, sizeof(chunk)))
        miss();
      else if (chunk.state != ChunkState::Free)
        take(offset, chunkBytes);
    }
  }

private:
  void take(uint64_t offset, uint64_t bytes) {
    if (!core_.read(address_ + offset, ring_.bytes.data() + offset, bytes))
      miss();
  }
  void miss() {
    ring_.cut = true;
    ++ring_.missingParts;
  }

  const CoreFile &core_;
  uint64_t address_;
  const RingHeader &header_;
  CoreRing &ring_;
};

bool isSound(const RingHeader &header, uint64_t size) {
  auto inside = [size](uint64_t offset, uint64_t bytes) { return offset <= size && bytes <= size - offset; };
  return header.slots <= 1u << 20 && header.slotBytes <= 1u << 20 && size >= sizeof(header) &&
         inside(header.slotOffset, uint64_t{header.slots} * header.slotBytes) &&
         inside(header.metaOffset, header.metaBytes);
}

}  // namespace

CoreRing findRing(const CoreFile &core) {
  CoreRing found, foreign;
  for (const CoreFile::Mapping &mapping : core.mappings()) {
    std::string path = mapping.offset == 0 ? ringName(mapping.name) : std::string();
    if (path.empty())
      continue;
    RingHeader header{};
    bool isThere = core.read(mapping.begin, &header, sizeof(header)) && header.magic == ringMagic;
    // The child of a fork still has its parent's. But gcore writes the number that a process has outside its namespace.
    bool isForeign = isThere && core.pid() != 0 && header.pid != core.pid();
    CoreRing &ring = isForeign ? foreign : found;
    if (ring.bytes.data())
      continue;
    ring.path = path;
    ring.pid = isThere ? header.pid : 0;
    ring.cut = core.isCut();
    uint64_t size = (uint64_t{header.firstChunk} + header.chunks) * chunkBytes;
    // What is in the core is no larger than it: a damaged header must not make us reserve memory without end.
    if (!isThere || size > core.size() || !isSound(header, size))
      continue;
    ring.bytes = PrivateBytes(size);
    ring.cut = false;
    Copier(core, mapping.begin, header, ring).run();
    if (!isForeign)
      break;
  }
  return found.path.empty() ? std::move(foreign) : std::move(found);
}

}  // namespace autoscope::record
