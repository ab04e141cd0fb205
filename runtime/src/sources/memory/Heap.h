// What the program's malloc gives and takes back, as libautoscope-memory.so tells of it, on its way to the scopes.
#pragma once

#include "autoscope/abi.h"
#include "hot/MemoryNotes.h"
#include "record/MetaLog.h"

#include <vector>

namespace autoscope::memory {

// Whether the program's own calls of malloc are told of. Calls malloc.
enum class Hooks { None, WithoutSizes, There };
Hooks heapHooks() noexcept;

// The site of what happens outside of all scopes.
__autoscope_site &outsideOfScopes() noexcept;

// The table of blocks that are there (AUTOSCOPE_LEAKS): from when a session begins, and what it holds at the end.
void keepBlocks() noexcept;
std::vector<record::LiveBlocks> takeBlocks();

// What threads without scopes allocated and freed: what it comes to, and from now on nothing.
struct HeapOfOthers {
  hot::HeapChange change;
  int64_t told;     // of the net bytes, what the process knows of
  int64_t highest;  // that one of these threads had, or a few together
};
HeapOfOthers takeHeapOfOthers() noexcept;

}  // namespace autoscope::memory
