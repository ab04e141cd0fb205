// The shared mapping of a process: header, slots, meta log and chunks, backed by a file so that it outlives a kill.
//
// Created once, at the first start of a profile, and never unmapped: other threads may be inside it at any time. Disk
// space is reserved before a page is handed out, because a page of a full disk raises SIGBUS when it is first touched;
// chunks come by number, and the file grows with them, so that a limit of file sizes is met as late as possible.
// Failure is a sentence for people.
#pragma once

#include "collect/OwnFile.h"
#include "hot/ThreadSlot.h"

#include <mutex>
#include <string>

namespace autoscope::collect {

class Ring {
public:
  // Chunks with disk space of their own from the start; the others want reserveChunks().
  static constexpr uint32_t readyChunks = 2;

  // `pooledChunks`: the most that the buffer option allows; the mapping holds one more per possible thread and two
  // spare. Returns an empty string or what went wrong.
  std::string create(const std::string &path, uint32_t pooledChunks);
  // Follows the session's name, so that a killed session's ring lies beside it. Keeps the old name on failure.
  // `keepOld`: under that it stays to be found, too, for a session that could not be finished and has its names there.
  // False: it could not have a second name, and has the old one.
  bool rename(const std::string &path, bool keepOld);
  // Both leave alone what another process has put at our name since.
  void remove() noexcept;
  // Child of a fork, in which the thread may go on with a scope that a signal handler interrupted: what this process
  // writes into the mapping from now on is its own, and goes nowhere. Never unmapped.
  void makePrivate() noexcept;
  // The same for good: the file is closed, and there is no ring any more. What the meta log had stays readable.
  void abandon() noexcept;

  bool exists() const { return base_ != nullptr; }
  const std::string &path() const { return path_; }
  uint64_t *words() const { return reinterpret_cast<uint64_t *>(base_); }
  record::RingHeader &header() const { return *reinterpret_cast<record::RingHeader *>(base_); }
  hot::ThreadSlot &slot(uint32_t index) const;
  uint8_t *metaLog() const;
  // By number in the mapping (a cursor / chunkWords), from firstChunk() on.
  record::ChunkHeader &chunk(uint32_t number) const;
  uint32_t firstChunk() const { return firstChunk_; }
  uint32_t chunkCount() const { return chunkCount_; }
  // Memory of slots and names that are in use: all but the chunks.
  uint64_t otherBytes() const { return __atomic_load_n(&otherBytes_, __ATOMIC_RELAXED); }
  void countOther(uint64_t bytes) { __atomic_fetch_add(&otherBytes_, bytes, __ATOMIC_RELAXED); }

  // False: no space on the disk.
  bool reserveSlot(uint32_t index) noexcept;
  bool reserveMeta(uint64_t from, uint64_t bytes) noexcept;
  // In the order of their numbers, one caller at a time.
  bool reserveChunks(uint32_t number, uint32_t count) noexcept;
  // A chunk's pages and disk space go back to the system; a reader finds a free chunk there. False: the file system
  // cannot, and the chunk is as it was.
  bool giveBack(uint32_t number) noexcept;
  bool reserveAgain(uint32_t number) noexcept;
  // Faults the chunks' pages in, so that no scope has to. Owned (free) chunks only.
  void prefault(uint32_t number, uint32_t count) noexcept;

private:
  bool reserve(uint64_t offset, uint64_t bytes) noexcept;

  uint8_t *base_ = nullptr;
  uint32_t firstChunk_ = 0;
  uint32_t chunkCount_ = 0;
  uint64_t otherBytes_ = 0;
  std::mutex fileMutex_;  // guards what follows; the last lock to be taken
  OwnFile file_;
  uint64_t fileBytes_ = 0;
  std::string path_;
};

}  // namespace autoscope::collect
