// Opens libautoscope-torch.so, which lies beside libautoscope.so, the first time that a torch module runs.
//
// Any thread; tries once. Without it torch modules are named like any others.
#pragma once

#include "sources/torch/Bridge.h"

#include <string>

namespace autoscope::torch_bridge {

struct Loaded {
  const Functions *functions;  // null: not there
  std::string problem;         // then one sentence why
};

Loaded load();

}  // namespace autoscope::torch_bridge
