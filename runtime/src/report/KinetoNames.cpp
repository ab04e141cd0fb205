#include "report/KinetoNames.h"

namespace autoscope::report {

namespace {
constexpr std::string_view stepPrefix = "ProfilerStep";
}

std::string traceName(std::string_view name) {
  bool misleading = name.substr(0, stepPrefix.size()) == stepPrefix && !isProfilerStep(name);
  return (misleading ? "::" : "") + std::string(name);
}

}  // namespace autoscope::report
