// Decides from plain facts whether a function is instrumented, and why not.
//
// Knows options and facts, nothing of Clang. A function is wanted when the last include or exclude rule that matches it
// says so; without such a rule, when it carries autoscope::scope, is a module's forward, or the option `all` is on.
#ifndef AUTOSCOPE_PLUGIN_SELECT_SELECTIONPOLICY_H
#define AUTOSCOPE_PLUGIN_SELECT_SELECTIONPOLICY_H

#include "../options/Options.h"
#include "FunctionFacts.h"

#include <optional>

namespace autoscope {

struct Decision {
  std::optional<SkipReason> skip;  // none: instrument
  bool askedByName = false;        // the user named this function, so a skip must be a warning

  bool instrument() const { return !skip; }
};

class SelectionPolicy {
public:
  explicit SelectionPolicy(const Options &options) : options_(options) {}

  Decision decide(const FunctionFacts &facts) const;
  // Whether the calls of a module's method get a scope at the call: because its body gets none in this unit, and not
  // because the user or the function's nature forbids one.
  enum class Body { Visible, Elsewhere };
  bool wantsCallScopes(const FunctionFacts &callee, Body body) const;
  // Whether decide() looks at names and files; collecting them is costly.
  bool needsNames() const { return !options_.rules.empty(); }
  // Whether decide() looks at the size of functions that nobody asked for by name.
  bool needsSizes() const { return options_.minStatements > 0 && (options_.all || !options_.rules.empty()); }

private:
  const Options &options_;
};

}  // namespace autoscope

#endif
