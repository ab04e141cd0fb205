#include "model/DeviceBusy.h"

#include <algorithm>
#include <map>

namespace autoscope::model {

DeviceBusy::DeviceBusy(const DeviceWork &work) {
  std::map<uint32_t, std::vector<Stretch>> devices;
  for (const DeviceActivity &activity : work.activities()) {  // in order of start
    std::vector<Stretch> &stretches = devices[activity.device];
    if (stretches.empty() || activity.startNs > stretches.back().endNs) {
      uint64_t before =
          stretches.empty() ? 0 : stretches.back().beforeNs + stretches.back().endNs - stretches.back().startNs;
      stretches.push_back({activity.startNs, activity.endNs, before});
    } else {
      stretches.back().endNs = std::max(stretches.back().endNs, activity.endNs);
    }
  }
  for (auto &[device, stretches] : devices)
    devices_.push_back(std::move(stretches));
}

uint64_t DeviceBusy::busyUntil(const std::vector<Stretch> &stretches, uint64_t ns) {
  auto after = std::partition_point(stretches.begin(), stretches.end(),
                                    [ns](const Stretch &stretch) { return stretch.startNs < ns; });
  if (after == stretches.begin())
    return 0;
  const Stretch &last = *(after - 1);
  return last.beforeNs + std::min(ns, last.endNs) - last.startNs;
}

uint64_t DeviceBusy::nsWithin(uint64_t startNs, uint64_t endNs) const {
  uint64_t ns = 0;
  for (const std::vector<Stretch> &stretches : devices_)
    if (startNs < endNs)
      ns += busyUntil(stretches, endNs) - busyUntil(stretches, startNs);
  return ns;
}

}  // namespace autoscope::model
