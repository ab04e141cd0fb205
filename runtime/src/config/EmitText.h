// Reads AUTOSCOPE_EMIT: the tools that scopes are told to while they run.
#pragma once

#include <string>
#include <string_view>

namespace autoscope::config {

struct EmitTools {
  bool nvtx = false, itt = false, torch = false;
};

// Names with commas between them, each once or more often. `why`: half a sentence about what is wrong; empty: all is
// well.
EmitTools parseEmit(std::string_view text, std::string &why);

}  // namespace autoscope::config
