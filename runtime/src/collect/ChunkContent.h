// What a chunk's words hold, for those who must count or cut them.
#pragma once

#include "record/Format.h"

#include <vector>

namespace autoscope::collect {

// Scopes whose records end in words [from, to) of a chunk.
uint64_t countScopes(const record::ChunkHeader &chunk, uint32_t from, uint32_t to) noexcept;

// When the last record before word `to` ended; 0: there is none behind word `from`.
uint64_t lastEnd(const record::ChunkHeader &chunk, uint32_t from, uint32_t to) noexcept;

// When the first record after word `from` ended; 0: there is none before word `to`.
uint64_t firstEnd(const record::ChunkHeader &chunk, uint32_t from, uint32_t to) noexcept;

// What is kept of a chunk that cannot be written.
struct Excerpt {
  std::vector<uint64_t> words;
  uint64_t scopes = 0;
};
// The scopes that ended before `whole`, and those that began before `cutAt`, which end there. 0: `cutAt` is when the
// first one ended that did not before `whole`, or when it began if that was later, and is set.
Excerpt excerptOf(const record::ChunkHeader &chunk, uint32_t from, uint32_t to, uint64_t whole, uint64_t &cutAt);

struct EndedScope {
  uint64_t start;
  uint32_t depth, site, path;
  bool isSlice;  // of a coroutine
};
// The scopes whose records end in words [from, to), in that order.
std::vector<EndedScope> endedScopes(const record::ChunkHeader &chunk, uint32_t from, uint32_t to);

}  // namespace autoscope::collect
