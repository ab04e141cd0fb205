// The rows of key_averages(): calls that are alike, summed up over one window or several.
//
// One pass over the records of each session, whose size never matters; owns its text. Rules beyond torch's: a recursion
// counts its outermost call once, self time is never negative, what no source measures is absent. As in torch, steps
// ProfilerStep#N are one row, and an operator whose only callee is itself is one call (CallWalk.h). The spread is that
// of each call, also within a recursion; of a coroutine, that of its slices.
#pragma once

#include "model/ModuleStack.h"
#include "model/RowIndex.h"
#include "model/Spread.h"
#include "record/SessionReader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace autoscope::model {

struct Measures {
  uint64_t count = 0, cpuNs = 0, selfCpuNs = 0, flops = 0;
  std::optional<int64_t> deviceNs, selfDeviceNs, cpuMemory, selfCpuMemory, deviceMemory, selfDeviceMemory;
  std::optional<uint64_t> allocated, allocations, frees;  // of the heap, by the calls themselves
  std::optional<uint64_t> peak;                           // the highest above entry, of one call with its callees
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
  GroupBy functions = GroupBy::Overload;
  ModuleNames moduleNames = ModuleNames::Path;
};

// Of all sessions together, in order of the first call.
std::vector<Average> averagesOf(const std::vector<const record::SessionReader *> &sessions, const Grouping &grouping);
// Sums under the key "Total"; without a spread.
Average totalOf(const std::vector<Average> &rows);

}  // namespace autoscope::model
