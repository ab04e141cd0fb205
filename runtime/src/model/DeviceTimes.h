// Gives the scopes of a walk the time that devices worked for them.
//
// One for each thread, beside a ScopeWalk; where a session has nothing of devices it does nothing.
#pragma once

#include "model/DeviceWork.h"
#include "model/ScopeWalk.h"

#include <optional>

namespace autoscope::model {

class DeviceTimes {
public:
  // `work`: null: there are no devices. `thread`: its number in the session.
  DeviceTimes(const DeviceWork *work, size_t thread) : work_(work) {
    if (work_)
      calls_.emplace(*work_, thread);
  }

  // The next scope of the walk.
  const Scope &with(const Scope &scope) {
    if (!work_)
      return scope;
    with_ = scope;
    calls_->enter([this](uint32_t call) { with_.usage.deviceNs += work_->deviceNs(call); });
    with_.hasUsage.deviceTime = true;
    return with_;
  }

private:
  const DeviceWork *work_;
  std::optional<CallsOfScopes> calls_;
  Scope with_;
};

}  // namespace autoscope::model
