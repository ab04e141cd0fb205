#include "SelectionPolicy.h"

namespace autoscope {

Decision SelectionPolicy::decide(const FunctionFacts &facts) const {
  Decision decision;
  const FilterRule *rule = filter::lastMatch(options_.rules, {facts.qualifiedName, facts.displayName, facts.file});
  bool included = rule && rule->action == FilterRule::Action::Include;
  bool excluded = rule && !included;
  bool namedByRule = included && rule->subject == FilterRule::Subject::Function && rule->glob.isLiteral();
  bool module = facts.moduleForward && (!facts.inSystemHeader || options_.systemHeaders || facts.moduleMarkedByUser);
  decision.askedByName = facts.scopeAttribute || namedByRule || (facts.moduleForward && facts.moduleMarkedByUser);

  // The user's own word comes first. It warns only where the command line names the function and the code says no.
  if (facts.ignoreAttribute || excluded) {
    decision.skip = facts.ignoreAttribute ? SkipReason::Ignored : SkipReason::Excluded;
    decision.askedByName = namedByRule;
    return decision;
  }
  if (!facts.scopeAttribute && !module && !included && !options_.all) {
    decision.skip = facts.moduleForwardWithoutObject ? SkipReason::NoObject : SkipReason::NotRequested;
    return decision;
  }
  if (facts.inSystemHeader && !options_.systemHeaders && !facts.scopeAttribute && !module) {
    decision.skip = SkipReason::SystemHeader;
    return decision;
  }
  for (std::size_t reason = 0; reason < skipReasonCount; ++reason) {
    if (facts.obstacles.test(reason)) {
      decision.skip = static_cast<SkipReason>(reason);
      // The user's wish for a template is served by its instantiations.
      if (decision.skip == SkipReason::Dependent)
        decision.askedByName = false;
      // Who marks a class does not mean the methods of it that never run.
      if (decision.skip == SkipReason::Deleted || decision.skip == SkipReason::Consteval)
        decision.askedByName = facts.scopeAttribute || namedByRule;
      return decision;
    }
  }
  // What is over sooner than a scope, unless the user pointed at it.
  bool small = facts.bodyKnown && !facts.hasLoop && !facts.callsOut && facts.statements < options_.minStatements;
  if (small && !facts.isMain && !facts.scopeAttribute && !module && !namedByRule)
    decision.skip = SkipReason::TooSmall;
  return decision;
}

bool SelectionPolicy::wantsCallScopes(const FunctionFacts &callee, Body body) const {
  if (!callee.moduleForward)
    return false;
  Decision decision = decide(callee);
  if (decision.instrument())
    return body == Body::Elsewhere;
  switch (*decision.skip) {
  // Left alone where it stands.
  case SkipReason::NotRequested:
  case SkipReason::SystemHeader:
  case SkipReason::FromAstFile:
  // The body cannot hold a scope; its caller can.
  case SkipReason::Naked:
  case SkipReason::TargetFeatures:
  case SkipReason::MultiVersion:
  case SkipReason::MustTail:
    return true;
  default:
    return false;
  }
}

}  // namespace autoscope
