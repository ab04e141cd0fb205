// Where the sections of a stream are, also behind a piece of it that is damaged.
//
// SessionReader goes from section to section by their lengths; where that leads to none, it asks here for the next one.
// Nothing of the file is trusted, and a search is one pass over it.
#pragma once

#include "record/MappedFile.h"
#include "record/RingView.h"

namespace autoscope::record {

// What a section begins with, though the rest of it may not be in the file.
bool isSectionStart(const std::byte *begin, size_t bytes);

// The next section from `offset` on, at a place where records can be read; the file's size if there is none. For what
// only looks like one, its end must fit as well.
size_t findSection(const MappedFile &file, size_t offset);

// The end of the words of `chunk` that can be records of one thread, which end one after the other: what of a chunk
// comes before the damage in it. `start`: of the session, in ticks.
uint32_t soundEnd(const ChunkCopy &chunk, uint64_t start);

}  // namespace autoscope::record
