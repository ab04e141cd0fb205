// What a chunk's words hold, for those who must count or cut them.
#pragma once

#include "record/Format.h"

#include <vector>

namespace autoscope::collect {

// Scopes whose records end in words [from, to) of a chunk.
uint64_t countScopes(const record::ChunkHeader &chunk, uint32_t from, uint32_t to) noexcept;

// When the last record before word `to` ended; 0: there is none behind word `from`.
uint64_t lastEnd(const record::ChunkHeader &chunk, uint32_t from, uint32_t to) noexcept;

struct EndedScope {
  uint64_t start;
  uint32_t depth, site, path;
  bool isSlice;  // of a coroutine
};
// The scopes whose records end in words [from, to), in that order.
std::vector<EndedScope> endedScopes(const record::ChunkHeader &chunk, uint32_t from, uint32_t to);

}  // namespace autoscope::collect
