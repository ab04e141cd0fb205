// AUTOSCOPE_STEP_FUNCTION and AUTOSCOPE_WITHIN: which functions the run time wants to be told of when they are called.
//
// Pure text; read once, then asked by any thread.
#pragma once

#include "filter/Glob.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace autoscope::filter {

class StepRules {
public:
  // Numbers of rules, above all that SnapshotRules gives.
  static constexpr uint32_t step = 101, within = 102;

  // Empty, or a sentence that names the variable. An empty glob: there is no such function.
  std::string read(const std::string &stepFunction, const std::string &withinFunction);
  bool empty() const { return !step_ && !within_; }
  bool hasStep() const { return step_.has_value(); }
  bool hasWithin() const { return within_.has_value(); }
  // Of a function of these names; 0: neither. One that is both brackets the profile.
  uint32_t ruleFor(std::string_view qualifiedName, std::string_view name) const;

private:
  std::optional<Glob> step_, within_;
};

}  // namespace autoscope::filter
