// What links an operator of libtorch to its node of the backward pass, as one word: that of Escape::Sequence.
//
// Torch counts the nodes that a thread makes, so a number means something beside its thread only. The word keeps the
// thread's number as torch gives it, and which of the two the scope is. Written by hot/, read by model/.
#pragma once

#include <cstdint>

namespace autoscope::record {

struct TorchSequence {
  uint64_t number = 0;      // 1 + torch's; 0: none
  uint32_t thread = 0;      // torch's number of the forward operator's thread, from 1; 0: not known
  bool isBackward = false;  // a node of the backward pass; false: an operator that may have made one
};

// Low 47 bits: the number; one bit: backward; high 16 bits: the thread, 0 where its number has more bits. Sessions
// before version 5 have the number alone.
constexpr unsigned sequenceBits = 47;

constexpr uint64_t packSequence(const TorchSequence &sequence) {
  constexpr uint64_t mostThread = 0xffff;
  uint64_t thread = sequence.thread <= mostThread ? sequence.thread : 0;
  return (sequence.number & ((uint64_t{1} << sequenceBits) - 1)) | uint64_t{sequence.isBackward} << sequenceBits |
         thread << (sequenceBits + 1);
}

constexpr TorchSequence unpackSequence(uint64_t word) {
  return {word & ((uint64_t{1} << sequenceBits) - 1), static_cast<uint32_t>(word >> (sequenceBits + 1)),
          (word >> sequenceBits & 1) != 0};
}

}  // namespace autoscope::record
