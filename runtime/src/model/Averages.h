// The rows of key_averages(): calls that are alike, summed up over one window or several.
//
// One pass over the records of each session, whose size never matters; owns its text. Rules beyond torch's: a recursion
// counts its outermost call once, self time is never negative, what no source measures is absent.
#pragma once

#include "record/SessionReader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace autoscope::model {

struct Measures {
  uint64_t count = 0, cpuNs = 0, selfCpuNs = 0, flops = 0;
  std::optional<int64_t> deviceNs, selfDeviceNs, cpuMemory, selfCpuMemory, deviceMemory, selfDeviceMemory;
};

// Of the CPU time of one call.
struct Spread {
  uint64_t leastNs = 0, mostNs = 0, p50Ns = 0, p90Ns = 0, p99Ns = 0;
  double deviationNs = 0;
};

struct Average : Measures {
  std::string key, shapes, module, thread;
  std::vector<std::string> stack;  // "file(line): name", innermost first
  Spread spread;
  int nodeId = -1;
  bool isAsync = false, isTopLevel = true, isAnnotation = false, isDevice = false;
};

struct Grouping {
  bool byShape = false, byModule = false, byThread = false;
  uint32_t byStack = 0;  // innermost frames that tell rows apart; 0: none
};

}  // namespace autoscope::model
