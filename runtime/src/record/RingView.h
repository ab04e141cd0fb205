// What a killed process left in its ring: finished records that never reached the stream, open scopes and names.
//
// SessionReader asks it when a stream has no end. Nothing in the ring is trusted: each offset is checked against the
// size of the file. The ring of a process that runs is copied first (LiveRing.h). The order of stores that makes a
// prefix of them meaningful is in Format.h.
#pragma once

#include "record/Format.h"
#include "record/LiveRing.h"
#include "record/MappedFile.h"
#include "record/MetaLog.h"

#include <map>
#include <string>
#include <vector>

namespace autoscope::record {

// One copy of a chunk, whole or the part that an earlier session had not written yet.
struct ChunkCopy {
  uint32_t threadUid = 0, sequence = 0;
  uint32_t from = 0, to = 0;        // words of the chunk that hold records
  const uint64_t *words = nullptr;  // word 0 of the chunk
  bool isExcerpt = false;           // of a chunk that could not be written whole
};

// False: the header contradicts itself or the `bytes` that there are.
bool readChunk(const std::byte *chunk, size_t bytes, ChunkCopy &copy);

class RingView {
public:
  // Empty, or one sentence why this ring is not the one of the process `pid`.
  std::string open(const std::string &path, uint32_t pid);
  // The same of whichever process it is.
  std::string openAny(const std::string &path);
  // The same while the process runs. The rest holds what was so at some time during the call.
  std::string openLive(const std::string &path, uint32_t pid);
  // The copy of a ring that stood still, as a core holds it, though its process may have gone on. `name` is for
  // messages.
  std::string openCopy(PrivateBytes copy, const std::string &name);
  // Of a live ring: the names, losses and clock as they are now, since a stream that was read in the meantime may refer
  // to newer ones.
  void refreshNames();
  // Of a live ring or a copy: what of a thread's chunks in the stream is older than the view.
  const std::map<uint32_t, Moment> &moments() const { return live_.moments; }

  const std::vector<ChunkCopy> &chunks() const { return chunks_; }
  uint64_t damagedChunks() const { return damagedChunks_; }  // left out, as their headers contradict themselves
  const std::map<uint32_t, std::vector<OpenScope>> &openScopes() const { return open_; }  // by uid, outermost first
  // Of the heap in the session that goes on or went on last: of threads that are there, by uid, and of the process.
  const std::map<uint32_t, MemoryLevel> &threadMemory() const { return threadMemory_; }
  std::optional<MemoryLevel> processMemory() const;
  const std::byte *metaBegin() const { return original() + header_.metaOffset; }
  size_t metaBytes() const { return header_.metaBytes; }
  const RingHeader &header() const { return header_; }

private:
  std::string map(const std::string &path, uint32_t pid);
  std::string validate(const std::string &path, uint32_t pid);
  bool isSound() const;
  uint64_t fingerprint() const;  // of what moves while a process records
  void readChunks();
  void readOpenScopes(const SlotHeader &slot, const std::byte *bytes);
  bool modulesByDepth() const { return header_.version >= firstVersionOfModulesByDepth; }
  bool hasOpenMemory() const { return header_.version >= firstVersionOfOpenMemory; }
  struct OpenHeap {
    bool isThere = false, isOfLevels = false;
    int64_t entry = 0, highest = 0;
    HeapUse use;
  };
  // What lies beside a note of memory at that depth.
  static OpenHeap openHeap(const std::byte *slot, uint32_t depth);
  static void foldOpenHeap(std::vector<OpenScope> &scopes, std::vector<OpenHeap> &heap);
  void readHeap(const SlotHeader &slot);
  static uint32_t listedPath(const SlotHeader &slot, const std::byte *bytes, uint32_t depth, uint32_t &next);
  const std::byte *original() const { return copy_.data() ? copy_.data() : file_.data(); }
  size_t originalSize() const { return copy_.data() ? copy_.size() : file_.size(); }
  const std::byte *bytes() const { return live_.bytes.data() ? live_.bytes.data() : original(); }
  const std::byte *slotAt(uint32_t index) const {
    return bytes() + header_.slotOffset + uint64_t{index} * header_.slotBytes;
  }

  MappedFile file_;
  PrivateBytes copy_;  // instead of the file
  LiveRing live_;      // empty where the process is dead
  RingHeader header_{};
  std::vector<ChunkCopy> chunks_;
  uint64_t damagedChunks_ = 0;
  std::map<uint32_t, std::vector<OpenScope>> open_;
  std::map<uint32_t, MemoryLevel> threadMemory_;
  uint64_t untoldHeap_ = 0;
};

}  // namespace autoscope::record
