// What the root object says in each session about the cost of its scopes.
#include "Runtime.h"
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

}  // namespace autoscope
