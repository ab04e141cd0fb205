// How torch spells a device: "cpu", "cuda:0". Any thread; allocates.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

namespace autoscope::record {

// `type`: a c10::DeviceType; one without a name is "device 21:0". A device without an index (-1) is the first one.
inline std::string deviceName(uint32_t type, int32_t index) {
  const struct {
    uint32_t type;
    const char *name;
  } types[] = {{0, "cpu"},  {1, "cuda"}, {6, "hip"},   {12, "xpu"},
               {13, "mps"}, {15, "hpu"}, {19, "mtia"}, {20, "privateuseone"}};
  std::string name = "device " + std::to_string(type);
  for (const auto &each : types)
    if (each.type == type)
      name = each.name;
  return type == 0 ? name : name + ":" + std::to_string(std::max(index, 0));
}

}  // namespace autoscope::record
