#include "filter/StepRules.h"

namespace autoscope::filter {

std::string StepRules::read(const std::string &stepFunction, const std::string &withinFunction) {
  StepRules rules;
  const struct {
    const char *variable;
    const std::string &text;
    std::optional<Glob> &glob;
  } both[] = {{"AUTOSCOPE_STEP_FUNCTION", stepFunction, rules.step_},
              {"AUTOSCOPE_WITHIN", withinFunction, rules.within_}};
  for (const auto &one : both) {
    std::string why;
    if (!one.text.empty() && !(one.glob = Glob::parse(one.text, why)))
      return std::string(one.variable) + "=" + one.text + ": " + why;
  }
  *this = rules;
  return {};
}

uint32_t StepRules::ruleFor(std::string_view qualifiedName, std::string_view name) const {
  auto isOf = [&](const std::optional<Glob> &glob) {
    return glob && (glob->matches(qualifiedName) || glob->matches(name));
  };
  return isOf(within_) ? within : isOf(step_) ? step : 0;
}

}  // namespace autoscope::filter
