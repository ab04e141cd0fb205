// In libautoscope-torch-operators.so: what tells libtorch's own profiler of our scopes.
#pragma once

#include "sources/emit/BackEnd.h"

namespace autoscope::torch_operators {

// The back end of AUTOSCOPE_EMIT=torch.
extern const emit::BackEnd emission;

// Whether this thread is just telling of one, which our own callback must not take for torch's.
extern thread_local bool isEmitting;

}  // namespace autoscope::torch_operators
