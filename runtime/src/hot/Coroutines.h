// The ids by which the slices of a coroutine's call belong together.
#pragma once

namespace autoscope::hot {

// A new session begins: a call that was suspended before gets a new id and is numbered from 0 in it, so that every
// session counts it once. Called before the session records.
void beginCoroutineIds() noexcept;

}  // namespace autoscope::hot
