// Rings made of a fuzzer's bytes. Their fixed parts are made here, as no fuzzer finds 256 KiB of structure.
#pragma once

#include "record/Format.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace autoscope::fuzz {

// Two slots, room for 256 bytes of names, two chunks.
constexpr uint32_t ringSlots = 2, ringChunks = 2;
constexpr uint64_t ringSlotOffset = 4096, ringMetaOffset = ringSlotOffset + ringSlots * record::slotBytes;

// A ring without scopes, of the process `pid`.
std::vector<char> emptyRing(uint32_t pid);

// A ring of a function and a module: a full chunk and open scopes of the thread 1, and a chunk that the thread 2 fills.
std::vector<char> usedRing(uint32_t pid);

struct Patch {
  size_t offset;
  const uint8_t *bytes;
  size_t size;
};

// A patch is: part, offset in units of 8, length, bytes. Each goes to one of the parts that have structure.
std::vector<Patch> ringPatches(const uint8_t *patches, size_t size);

// A file that stays open and mapped: each input patches it and puts it back, since writing the whole of it each time
// is what a target would spend its time on.
class PatchedFile {
public:
  // Made here; removed with this.
  PatchedFile(std::string path, std::vector<char> sound);
  PatchedFile(const PatchedFile &) = delete;
  PatchedFile &operator=(const PatchedFile &) = delete;
  ~PatchedFile();

  // What lies beyond its end is left out.
  void patch(const Patch &patch);
  // reset() puts these back, too.
  void willChange(size_t offset, size_t size);
  // As it was made.
  void reset();
  const std::string &path() const { return path_; }
  char *bytes() const { return bytes_; }
  size_t size() const { return sound_.size(); }

private:
  std::string path_;
  std::vector<char> sound_;
  char *bytes_;
  std::vector<std::pair<size_t, size_t>> changed_;  // offsets and sizes
};

}  // namespace autoscope::fuzz
