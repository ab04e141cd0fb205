// Opens libautoscope-torch.so, which lies beside libautoscope.so: the first time that a torch module runs, or for a
// profile with operators.
//
// Any thread. Without it torch modules are named like any others.
#pragma once

#include "sources/torch/Bridge.h"

#include <string>

namespace autoscope::torch_bridge {

struct Loaded {
  const Functions *functions;  // null: not there
  std::string problem;         // then one sentence why
};

// `consequence`: what the sentence about a problem begins with. `neededBy`: the library of ours that is of no use
// without this one, null for none.
Loaded load(const std::string &consequence = "torch modules have no names", const char *neededBy = nullptr);

struct Opened {
  void *library;        // null: not to be had
  std::string path;     // where it should be
  std::string problem;  // then why, as dlerror() says it
};

// Opens a library of ours that lies beside libautoscope.so, else where the loader finds it by its name.
Opened openBeside(const char *name);

}  // namespace autoscope::torch_bridge
