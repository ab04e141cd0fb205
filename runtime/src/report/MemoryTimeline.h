// The memory of tensors over time, in the JSON forms of torch.profiler's export_memory_timeline.
//
// From the single allocations of a session, sorted by time: 24 bytes for each are kept meanwhile. torch tells
// categories of tensors (parameter, gradient ...) from the graph of its operators; here all are of the last one,
// unknown.
#pragma once

#include "record/SessionReader.h"
#include "report/OutputStream.h"

#include <string>
#include <string_view>
#include <vector>

namespace autoscope::report {

struct DeviceAllocation {
  int64_t unixNs = 0, bytes = 0;
  uint32_t deviceType = 0;
  int32_t deviceIndex = -1;
};

// By time.
std::vector<DeviceAllocation> allocationsOf(const record::SessionReader &session);

enum class TimelineForm {
  Sizes,  // [times in us, [[0, a sum for each of eight categories], ...]]
  Raw,    // [[time in ns, action, bytes, category], ...], which HTA reads
};
TimelineForm timelineFormOf(std::string_view path);
// Of the name's end; empty: there is none.
std::string whyNoTimeline(std::string_view path);
std::string whyNothingOf(const std::vector<DeviceAllocation> &allocations, std::string_view device);

void writeMemoryTimeline(const std::vector<DeviceAllocation> &allocations, std::string_view device, TimelineForm form,
                         OutputStream &out);

}  // namespace autoscope::report
