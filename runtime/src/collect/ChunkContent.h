// What a chunk's words hold, for those who must count or cut them.
#pragma once

#include "record/Format.h"

namespace autoscope::collect {

// Scopes whose records end in words [from, to) of a chunk.
uint64_t countScopes(const record::ChunkHeader &chunk, uint32_t from, uint32_t to) noexcept;

}  // namespace autoscope::collect
