// What the root object says in each session about the cost of its scopes.
#include "Runtime.h"

#include "Message.h"
#include "record/SessionInfo.h"

namespace autoscope {

void Runtime::measureCost(std::vector<std::pair<std::string, std::string>> &info) {
  if (!costIsMeasured_)
    scopeCost_ = hot::measureScopeCost();
  costIsMeasured_ = true;
  if (!scopeCost_)
    return;
  info.emplace_back(record::infoKey::scopeInner, std::to_string(scopeCost_->innerMilliticks));
  info.emplace_back(record::infoKey::scopeOuter, std::to_string(scopeCost_->outerMilliticks));
}

collect::ThrottleLimits Runtime::throttleLimits(const config::Options &options) const {
  collect::ThrottleLimits limits;
  if (options.throttle == 0)
    return limits;
  if (options.throttleBelow != 0)
    limits.ns = options.throttleBelow;
  else if (scopeCost_)
    limits.milliticks = scopeCost_->outerMilliticks;
  if (limits.milliticks != 0 || limits.ns != 0)
    limits.calls = options.throttle;
  else
    say("AUTOSCOPE_THROTTLE needs AUTOSCOPE_THROTTLE_BELOW where what a scope costs cannot be measured; nothing is "
        "throttled");
  return limits;
}

}  // namespace autoscope
