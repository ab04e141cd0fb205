#include "report/KinetoNames.h"

#include <algorithm>

namespace autoscope::report {

namespace {
constexpr std::string_view stepPrefix = "ProfilerStep";
}

bool isProfilerStep(std::string_view name) {
  if (name.substr(0, stepPrefix.size()) != stepPrefix)
    return false;
  name.remove_prefix(stepPrefix.size());
  return name.size() > 1 && name[0] == '#' &&
         std::all_of(name.begin() + 1, name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string traceName(std::string_view name) {
  bool misleading = name.substr(0, stepPrefix.size()) == stepPrefix && !isProfilerStep(name);
  return (misleading ? "::" : "") + std::string(name);
}

}  // namespace autoscope::report
