// What the profile itself cost, as far as the session says.
//
// The recorder measures a scope when it starts and its own times when it stops (record/SessionInfo.h). What is not
// there, or cannot be right, is unknown. Cannot fail.
#pragma once

#include "record/SessionReader.h"

#include <cstdint>
#include <optional>

namespace autoscope::model {

struct SelfCost {
  // Picoseconds of one scope: what an empty one shows as its own time, and all of it, of which the rest is time of its
  // caller. `outerPs` 0: unknown.
  uint64_t innerPs = 0, outerPs = 0;
  // Start and stop of the recorder, and its writer's processor time.
  std::optional<uint64_t> startNs, stopNs, writerNs;
  // What the trace or other file took that the process wrote as it ended: no session knows, only who wrote it.
  std::optional<uint64_t> exportNs;

  bool knowsScopes() const { return outerPs != 0; }
};

SelfCost selfCostOf(const record::SessionReader &session);

}  // namespace autoscope::model
