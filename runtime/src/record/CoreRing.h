// The ring of a process in its core.
//
// A core holds the ring where the process ran with AUTOSCOPE_CORE=1. Only what counts is copied: names, slots of
// threads, chunks that are not free.
#pragma once

#include "record/CoreFile.h"
#include "record/PrivateBytes.h"

#include <string>

namespace autoscope::record {

struct CoreRing {
  std::string path;           // of the file that the ring was; empty: the process had none
  PrivateBytes bytes;         // with the layout of the ring; none: not in the core
  bool cut = false;           // some of what counts is not in the core, as that was cut
  uint64_t missingParts = 0;  // of `bytes`
  uint32_t pid = 0;           // whose it says it is; 0: that is not in the core
};

CoreRing findRing(const CoreFile &core);

}  // namespace autoscope::record
