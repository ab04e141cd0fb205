#include "model/StepNames.h"

#include <algorithm>

namespace autoscope::model {

namespace {
constexpr std::string_view prefix = "ProfilerStep#";
}

bool isOfStepRow(std::string_view name) {
  return name.substr(0, prefix.size()) == prefix &&
         std::all_of(name.begin() + prefix.size(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool isProfilerStep(std::string_view name) {
  return name.size() > prefix.size() && isOfStepRow(name);
}

}  // namespace autoscope::model
