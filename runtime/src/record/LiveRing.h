// A copy of the ring of a process that runs, as it would be had each of its threads been killed at one moment.
//
// RingView takes it for a session that is being recorded; nothing here stops or slows the process. The copy has the
// ring's layout, without the meta log. Per thread it is exact: the scopes that had finished when its state was read,
// and those that were open then, though the thread runs on meanwhile. What left the ring during the copy is in the
// stream, so the stream must be read afterwards, and what it has beyond the thread's moment must be left out
// (`moments`).
#pragma once

#include "record/Format.h"
#include "record/PrivateBytes.h"

#include <map>

namespace autoscope::record {

// Where a thread stood when it was looked at.
struct Moment {
  uint32_t sequence = 0;  // its chunk; later ones are of a later time
  uint32_t words = 0;     // of that chunk, without header and skipped words, that count; of a chunk to come none do
};

struct LiveRing {
  PrivateBytes bytes;
  std::map<uint32_t, Moment> moments;  // by threadUid; threads that had ended have none
};

enum class Copied {
  Yes,
  Moved,  // the ring has grown, or a thread took a chunk when it had none: the copy is of no use
};

// `ring`: the mapping of `size` bytes, with `header`, a copy of its header that has been checked against the size. What
// contradicts itself is left out. `changes`: its process may run, so a thread that has no chunk may get one.
Copied copyLiveRing(const std::byte *ring, size_t size, const RingHeader &header, bool changes, LiveRing &copy);

}  // namespace autoscope::record
