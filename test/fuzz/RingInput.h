// Rings made of a fuzzer's bytes. Their fixed parts are made here, as no fuzzer finds 256 KiB of structure.
#pragma once

#include "record/Format.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace autoscope::fuzz {

// Two slots, room for 256 bytes of names, two chunks.
constexpr uint32_t ringSlots = 2, ringChunks = 2;
constexpr uint64_t ringSlotOffset = 4096, ringMetaOffset = ringSlotOffset + ringSlots * record::slotBytes;

// A ring without scopes, of the process `pid`.
std::vector<char> emptyRing(uint32_t pid);

// A ring of a function and a module: a full chunk and open scopes of the thread 1, and a chunk that the thread 2 fills.
std::vector<char> usedRing(uint32_t pid);

// A patch is: part, offset in units of 8, length, bytes. Each goes to one of the parts that have structure.
void patchRing(std::vector<char> &ring, const uint8_t *patches, size_t size);

}  // namespace autoscope::fuzz
