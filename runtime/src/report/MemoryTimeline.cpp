#include "report/MemoryTimeline.h"

#include "model/ScopeWalk.h"
#include "record/DeviceName.h"
#include "report/JsonWriter.h"

#include <algorithm>
#include <set>

namespace autoscope::report {

namespace {

using record::deviceName;

constexpr int categories = 8, unknown = 7;  // torch's _CATEGORY_TO_INDEX
enum Action { Create = 2, Destroy = 4 };    // torch's Action

bool endsIn(std::string_view path, std::string_view end) {
  return path.size() > end.size() && path.substr(path.size() - end.size()) == end;
}

// torch takes a device without an index for its first one.
bool isOf(const DeviceAllocation &told, std::string_view device) {
  return deviceName(told.deviceType, told.deviceIndex) == device ||
         (told.deviceIndex <= 0 && deviceName(told.deviceType, 0) == std::string(device) + ":0");
}

class TimelineWriter {
public:
  explicit TimelineWriter(OutputStream &out) : out_(out), json_(out.buffer()) {}

  void raw(const std::vector<DeviceAllocation> &allocations) {
    json_.beginArray();
    for (const DeviceAllocation &each : allocations) {
      json_.beginArray().integer(each.unixNs).integer(int{each.bytes < 0 ? Destroy : Create}).integer(each.bytes);
      json_.integer(unknown).endArray();
      out_.drain();
    }
    json_.endArray();
  }

  // A row for each microsecond in which anything happened, with what there was at its end.
  void sizes(const std::vector<DeviceAllocation> &allocations) {
    auto isLast = [&](size_t i) {
      return i + 1 == allocations.size() || allocations[i + 1].unixNs / 1000 != allocations[i].unixNs / 1000;
    };
    json_.beginArray().beginArray();
    for (size_t i = 0; i < allocations.size(); ++i)
      if (isLast(i)) {
        json_.integer(allocations[i].unixNs / 1000);
        out_.drain();
      }
    json_.endArray().beginArray();
    int64_t sum = 0;
    for (size_t i = 0; i < allocations.size(); ++i) {
      sum += allocations[i].bytes;
      if (!isLast(i))
        continue;
      json_.beginArray();
      for (int column = -1; column < categories; ++column)  // torch leaves the first one 0
        json_.integer(column == unknown ? sum : 0);
      json_.endArray();
      out_.drain();
    }
    json_.endArray().endArray();
  }

private:
  OutputStream &out_;
  JsonWriter json_;
};

}  // namespace

std::vector<DeviceAllocation> allocationsOf(const record::SessionReader &session) {
  std::vector<DeviceAllocation> allocations;
  for (const record::Thread &thread : session.threads()) {
    model::ScopeWalk walk(session, thread);
    walk.visitAllocations([&](const record::SingleAllocation &told) {
      allocations.push_back({static_cast<int64_t>(session.clock().toNs(told.ticks)) + session.realtimeOffsetNs(),
                             told.bytes, told.deviceType, told.deviceIndex});
    });
    walk.run([](const model::Scope &) {});
  }
  // Each thread's latest come first.
  std::reverse(allocations.begin(), allocations.end());
  std::stable_sort(allocations.begin(), allocations.end(),
                   [](const auto &a, const auto &b) { return a.unixNs < b.unixNs; });
  return allocations;
}

TimelineForm timelineFormOf(std::string_view path) {
  return endsIn(path, ".raw.json.gz") || endsIn(path, ".raw.json") ? TimelineForm::Raw : TimelineForm::Sizes;
}

std::string whyNoTimeline(std::string_view path) {
  if (endsIn(path, ".json") || endsIn(path, ".json.gz"))
    return {};
  std::string call = "export_memory_timeline(" + std::string(path) + "): ";
  if (endsIn(path, ".html"))
    return call + "there is no picture; write .json or .json.gz, or .raw.json.gz for HTA";
  return call + "the name must end in .json, .json.gz or .raw.json.gz";
}

std::string whyNothingOf(const std::vector<DeviceAllocation> &allocations, std::string_view device) {
  std::set<std::string> devices;
  for (const DeviceAllocation &each : allocations) {
    if (isOf(each, device))
      return {};
    devices.insert(deviceName(each.deviceType, each.deviceIndex));
  }
  std::string sentence = "libtorch told of no tensor on " + std::string(device) + " in this window";
  const char *between = "; of these devices it did: ";
  for (const std::string &each : devices) {
    sentence += between + each;
    between = ", ";
  }
  return sentence;
}

void writeMemoryTimeline(const std::vector<DeviceAllocation> &allocations, std::string_view device, TimelineForm form,
                         OutputStream &out) {
  std::vector<DeviceAllocation> ofDevice;
  std::copy_if(allocations.begin(), allocations.end(), std::back_inserter(ofDevice),
               [device](const DeviceAllocation &each) { return isOf(each, device); });
  if (form == TimelineForm::Raw)
    TimelineWriter(out).raw(ofDevice);
  else
    TimelineWriter(out).sizes(ofDevice);
  out.buffer() += '\n';
}

}  // namespace autoscope::report
