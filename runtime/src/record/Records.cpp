#include "record/Records.h"

#include <sys/mman.h>
#include <unistd.h>

namespace autoscope::record {

bool BackwardRecords::previousPiece() {
  if (after_ == AfterReading::LetGo && next_ < pieces_.size())
    letGo(pieces_[next_]);
  while (next_ > 0) {
    const Piece &piece = pieces_[--next_];
    size_t words = static_cast<size_t>(piece.end - piece.begin) & ~size_t{1};
    if (words == 0)
      continue;
    begin_ = piece.begin;
    cursor_ = begin_ + words;
    return true;
  }
  return false;
}

void BackwardRecords::letGo(const Piece &piece) {
  static const auto pageMask = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE)) - 1;
  // The pages at both ends are shared with the neighbours.
  uintptr_t begin = (reinterpret_cast<uintptr_t>(piece.begin) + pageMask) & ~pageMask;
  uintptr_t end = reinterpret_cast<uintptr_t>(piece.end) & ~pageMask;
  if (begin < end)
    madvise(reinterpret_cast<void *>(begin), end - begin, MADV_DONTNEED);
}

// An escape where a record should be: the second half of a long record, the padding at the end of a chunk, or damage.
bool BackwardRecords::takeLong(uint64_t low, uint64_t high, Record &record) {
  if (kindOf(high) == Escape::Long2 && cursor_ != begin_) {
    uint64_t firstHigh = cursor_[-1];
    if ((static_cast<uint32_t>(firstHigh) & escapeSite) == escapeSite && kindOf(firstHigh) == Escape::Long) {
      record.start = low;
      record.depth = static_cast<uint32_t>(high >> 32);
      record.duration = cursor_[-2];
      record.site = static_cast<uint32_t>(firstHigh >> 32);
      cursor_ -= 2;
      return true;
    }
  }
  if (kindOf(high) == Escape::Allocation4) {
    cursor_ += 2;
    if (takeAllocation())
      return false;
    cursor_ -= 2;
  }
  if (kindOf(high) != Escape::Pad && !(kindOf(high) == Escape::Sample2 && takeSample()))
    ++damaged_;
  return false;
}

// The four escapes before the cursor.
bool BackwardRecords::takeAllocation() {
  constexpr uint32_t escapes = 4;
  if (cursor_ - begin_ < 2 * escapes)
    return false;
  const uint64_t *words = cursor_ - 2 * escapes;
  for (uint32_t i = 0; i < escapes; ++i) {
    uint64_t high = words[2 * i + 1];
    if ((static_cast<uint32_t>(high) & escapeSite) != escapeSite ||
        kindOf(high) != static_cast<Escape>(static_cast<uint32_t>(Escape::Allocation) + i))
      return false;
  }
  cursor_ = words;
  if (!visitAllocation_)
    return true;
  auto device = static_cast<uint32_t>(words[1] >> 32);
  SingleAllocation told;
  told.ticks = words[0];
  told.address = words[2];
  told.bytes = static_cast<int64_t>(words[4]);
  told.allocated = static_cast<int64_t>(words[6]);
  told.reserved = static_cast<int64_t>(words[3] >> 32 | words[5] >> 32 << 32);
  told.deviceType = device >> 16;
  told.deviceIndex = static_cast<int16_t>(device & 0xffff);
  visitAllocation_(told);
  return true;
}

bool BackwardRecords::takeSample() {
  if (cursor_ == begin_ || (static_cast<uint32_t>(cursor_[-1]) & escapeSite) != escapeSite ||
      kindOf(cursor_[-1]) != Escape::Sample)
    return false;
  cursor_ -= 2;
  return true;
}

bool BackwardRecords::takePrefix(Record &record) {
  uint64_t low = cursor_[-2], high = cursor_[-1];
  switch (kindOf(high)) {
  case Escape::Memory:
    record.hasMemory = true;
    record.memoryBytes = static_cast<int64_t>(low);
    record.heap.allocations = static_cast<uint32_t>(high >> 32);
    break;
  case Escape::Allocated:
    record.hasHeap = true;
    record.heap.allocated = low;
    record.heap.frees = static_cast<uint32_t>(high >> 32);
    break;
  case Escape::Peak:
    record.hasHeap = true;
    record.heap.peak = low;
    break;
  case Escape::DeviceMemory:
    record.hasDeviceMemory = true;
    record.deviceMemoryBytes = static_cast<int64_t>(low);
    break;
  case Escape::Path:
    record.path = static_cast<uint32_t>(low);
    break;
  case Escape::Flags:
    record.flags = low;
    break;
  case Escape::Args:
    record.args = static_cast<uint32_t>(low);
    break;
  case Escape::Flops:
    record.flops = low;
    break;
  case Escape::Sequence:
    record.sequence = low;
    break;
  case Escape::Coroutine:
    record.coroutine = {low & ~sliceSuspended, static_cast<uint32_t>(high >> 32), (low & sliceSuspended) != 0};
    break;
  case Escape::Allocation4:  // it lies before the group of this record
    return takeAllocation();
  default:
    return false;  // belongs to the record before
  }
  cursor_ -= 2;
  return true;
}

std::vector<Sample> samplesIn(const std::vector<Piece> &pieces) {
  auto isEscape = [](uint64_t high, Escape kind) {
    return (static_cast<uint32_t>(high) & escapeSite) == escapeSite && static_cast<Escape>(high >> 22 & 0x3ff) == kind;
  };
  std::vector<Sample> samples;
  for (const Piece &piece : pieces)
    for (const uint64_t *at = piece.begin; piece.end - at >= 4; at += 2)
      if (isEscape(at[1], Escape::Sample) && isEscape(at[3], Escape::Sample2)) {
        samples.push_back({at[0], static_cast<Counter>(at[1] >> 32), static_cast<int64_t>(at[2])});
        at += 2;
      }
  return samples;
}

}  // namespace autoscope::record
