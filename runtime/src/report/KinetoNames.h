// How names of ours appear in a trace that readers of Kineto's dialect must accept.
#pragma once

#include "model/StepNames.h"

#include <string>
#include <string_view>

namespace autoscope::report {

// HTA stops at any symbol that begins with `ProfilerStep` and is no step; such a name gets a leading `::`.
std::string traceName(std::string_view name);
using model::isProfilerStep;

}  // namespace autoscope::report
