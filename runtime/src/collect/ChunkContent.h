// What a chunk's words hold, for those who must count or cut them.
#pragma once

#include "record/Format.h"

namespace autoscope::collect {

// Scopes whose records end in words [from, to) of a chunk.
uint64_t countScopes(const record::ChunkHeader &chunk, uint32_t from, uint32_t to) noexcept;

// When the last record before word `to` ended; 0: there is none behind word `from`.
uint64_t lastEnd(const record::ChunkHeader &chunk, uint32_t from, uint32_t to) noexcept;

}  // namespace autoscope::collect
