// The records of one thread, latest first, decoded in place.
//
// Backwards, because records are written when a scope is left: the reverse of that order gives every parent before its
// children, so a reader needs no sort and only as much memory as the scopes are deep. Allocates nothing; anything
// that is no record is stepped over and counted.
#pragma once

#include "record/Format.h"

#include <functional>
#include <utility>
#include <vector>

namespace autoscope::record {

// Committed words of one chunk: whole records and their escapes.
struct Piece {
  const uint64_t *begin;
  const uint64_t *end;
};

struct CoroutineSlice {
  uint64_t call = 0;       // its id in the session; 0: no coroutine
  uint32_t number = 0;     // of the slice in the call
  bool suspended = false;  // it ended by a suspension, so another may follow
};

// What a scope itself did to the heap, with its net bytes.
struct HeapUse {
  uint64_t allocated = 0;  // bytes
  uint32_t allocations = 0, frees = 0;
  uint64_t peak = 0;  // above what its thread had at its entry, callees included
};

struct Record {
  uint64_t start = 0;     // ticks
  uint64_t duration = 0;  // ticks
  uint32_t site = 0;      // id
  uint32_t depth = 0;
  uint32_t path = 0;      // 0: not a module scope
  uint32_t args = 0;      // string id of an ArgumentText; 0: not recorded
  uint64_t flops = 0;     // 0: not recorded
  uint64_t sequence = 0;  // word of SequenceWord.h; 0: none
  uint64_t flags = 0;     // bits: record::scopeCutByLongjmp
  CoroutineSlice coroutine;
  bool hasMemory = false;
  bool hasHeap = false;
  int64_t memoryBytes = 0;
  HeapUse heap;
  bool hasDeviceMemory = false;
  int64_t deviceMemoryBytes = 0;
};

// Of a tensor, as libtorch's allocators told of it.
struct SingleAllocation {
  uint64_t ticks = 0, address = 0;
  int64_t bytes = 0;                    // negative: freed
  int64_t allocated = 0, reserved = 0;  // on the device, with it
  uint32_t deviceType = 0;              // a c10::DeviceType
  int32_t deviceIndex = -1;             // -1: none
};

// What becomes of the memory of a piece that has been read.
enum class AfterReading {
  Keep,
  // It is a mapped file: let its pages go, so that reading a session of any size keeps the process small. They come
  // back when they are read again.
  LetGo,
};

class BackwardRecords {
public:
  explicit BackwardRecords(const std::vector<Piece> &pieces, AfterReading after = AfterReading::Keep)
      : pieces_(pieces), next_(pieces.size()), after_(after) {}

  // Single allocations are no records: `visit` is called for those that next() meets on its way.
  void visitAllocations(std::function<void(const SingleAllocation &)> visit) { visitAllocation_ = std::move(visit); }

  bool next(Record &record) {
    for (;;) {
      if (cursor_ == begin_ && !previousPiece())
        return false;
      cursor_ -= 2;
      uint64_t low = cursor_[0], high = cursor_[1];
      record = Record();
      record.site = static_cast<uint32_t>(high) & escapeSite;
      if (record.site != escapeSite) {
        record.start = low;
        record.duration = high >> 32;
        record.depth = static_cast<uint32_t>(high >> depthShift) & depthMask;
      } else if (!takeLong(low, high, record)) {
        continue;
      }
      while (cursor_ != begin_ && (static_cast<uint32_t>(cursor_[-1]) & escapeSite) == escapeSite)
        if (!takePrefix(record))
          break;
      return true;
    }
  }

  uint64_t damaged() const { return damaged_; }

private:
  static constexpr unsigned depthShift = 22;
  static constexpr uint32_t depthMask = 0x3ff;

  static Escape kindOf(uint64_t high) { return static_cast<Escape>(high >> depthShift & depthMask); }

  // Steps over the first half of a sample that ends at the cursor.
  bool takeSample();
  bool previousPiece();
  static void letGo(const Piece &piece);
  bool takeLong(uint64_t low, uint64_t high, Record &record);
  bool takePrefix(Record &record);
  bool takeAllocation();

  const std::vector<Piece> &pieces_;
  size_t next_;  // the piece before this one is read next
  AfterReading after_;
  const uint64_t *begin_ = nullptr, *cursor_ = nullptr;
  uint64_t damaged_ = 0;
  std::function<void(const SingleAllocation &)> visitAllocation_;
};

// A reading of a counter.
struct Sample {
  uint64_t ticks = 0;
  Counter counter = Counter::ProcessHeap;
  int64_t value = 0;
};

// Of one thread, in order of time.
std::vector<Sample> samplesIn(const std::vector<Piece> &pieces);

}  // namespace autoscope::record
