// The names that torch.profiler gives to the steps of a schedule, and the one row that they share.
#pragma once

#include <string_view>

namespace autoscope::model {

constexpr std::string_view stepRowName = "ProfilerStep*";

// `ProfilerStep#12`.
bool isProfilerStep(std::string_view name);

// Is it of that row? `ProfilerStep#`, too, which steps are called where there are too many names.
bool isOfStepRow(std::string_view name);

}  // namespace autoscope::model
