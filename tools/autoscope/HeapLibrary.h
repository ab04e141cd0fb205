// libautoscope-memory.so, which `autoscope run --memory` puts in front of a program's allocator.
#pragma once

#include <string>

namespace autoscope::tool {

// LD_PRELOAD=... of a program that is to have it, before what this process has there. `program`: as the shell would
// find it. On failure `error` is one sentence.
std::string heapPreload(const std::string &program, std::string &error);

}  // namespace autoscope::tool
