#include "report/KinetoDevices.h"

#include "model/Occupancy.h"
#include "record/SessionInfo.h"

#include <charconv>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace autoscope::report {

using model::DeviceActivity;
using model::DeviceCall;
using record::ActivityKind;

namespace {

// The row of calls whose thread CUPTI could not tell. As the other invented ones in KinetoJson.cpp.
constexpr uint32_t callsTid = 0x60000001;
constexpr uint32_t firstSortIndex = 5000000;  // devices lie below the processes, as in Kineto's traces

// Not by std::to_chars: in a program that is linked statically with two copies of the C++ library's objects, those for
// floating point clash.
std::string fixed(double value) {
  return fmt::format("{:.3f}", value);
}

const char *categoryOf(ActivityKind kind) {
  return kind == ActivityKind::Kernel ? "kernel" : kind == ActivityKind::Copy ? "gpu_memcpy" : "gpu_memset";
}

uint32_t contextOf(const DeviceActivity &activity) {
  switch (activity.record->kind) {
  case ActivityKind::Kernel:
    return activity.as<record::KernelActivity>().context;
  case ActivityKind::Copy:
    return activity.as<record::CopyActivity>().context;
  default:
    return activity.as<record::SetActivity>().context;
  }
}

}  // namespace

KinetoDevices::KinetoDevices(const record::SessionReader &session, OutputStream &out, JsonWriter &json,
                             std::function<void(uint64_t)> startOf)
    : session_(session), work_(session), out_(out), json_(json), startOf_(std::move(startOf)),
      externalIds_(work_.calls().size()), ended_(work_.calls().size()) {}

void KinetoDevices::properties() {
  json_.key("deviceProperties").beginArray();
  for (const auto &[ordinal, device] : work_.devices()) {
    json_.newLine().beginObject();
    json_.key("id").integer(ordinal);
    json_.key("name").string(session_.names().string(device->name));
    json_.key("totalGlobalMem").integer(device->memoryBytes);
    json_.key("computeMajor").integer(device->major);
    json_.key("computeMinor").integer(device->minor);
    json_.key("maxThreadsPerBlock").integer(device->threadsOfBlock);
    json_.key("maxThreadsPerMultiprocessor").integer(device->warpsOfMultiprocessor * device->threadsOfWarp);
    json_.key("regsPerBlock").integer(device->registersOfBlock);
    json_.key("warpSize").integer(device->threadsOfWarp);
    json_.key("sharedMemPerBlock").integer(device->sharedOfBlock);
    json_.key("numSms").integer(device->multiprocessors);
    json_.key("regsPerMultiprocessor").integer(device->registersOfMultiprocessor);
    json_.key("sharedMemPerMultiprocessor").integer(device->sharedOfMultiprocessor);
    json_.endObject();
  }
  json_.endArray();
}

void KinetoDevices::metadata() {
  if (!any())
    return;
  json_.key("gpu_records").integer(work_.activities().size() + work_.calls().size());
  std::string_view residual = session_.names().info(record::infoKey::gpuClockResidual);
  uint64_t ticks = 0;
  std::from_chars(residual.data(), residual.data() + residual.size(), ticks);
  if (ticks) {
    uint64_t start = session_.window().start;
    json_.key("gpu_clock_residual_ns").integer(session_.clock().toNs(start + ticks) - session_.clock().toNs(start));
  }
  if (work_.damaged())
    json_.key("gpu_records_damaged").integer(work_.damaged());
  if (work_.early()) {
    json_.key("gpu_activities_before_their_launch").integer(work_.early());
    json_.key("gpu_most_before_its_launch_ns").integer(work_.mostEarlyNs());
  }
}

void KinetoDevices::metadataEvent(const char *name, uint32_t pid, uint32_t tid, const JsonMembers &arguments) {
  json_.newLine().beginObject();
  json_.key("ph").string("M");
  json_.key("name").string(name);
  json_.key("ts").integer(0);
  json_.key("pid").integer(pid);
  json_.key("tid").integer(tid);
  json_.key("args").beginObject().members(arguments).endObject();
  json_.endObject();
  out_.drain();
}

void KinetoDevices::names() {
  std::set<uint32_t> devices;
  std::set<std::pair<uint32_t, uint32_t>> streams;
  for (const DeviceActivity &activity : work_.activities()) {
    devices.insert(activity.device);
    streams.emplace(activity.device, activity.stream);
  }
  for (uint32_t device : devices) {
    std::string label = "GPU " + std::to_string(device);
    auto known = work_.devices().find(device);
    std::string name = known == work_.devices().end()
                           ? label
                           : label + " (" + std::string(session_.names().string(known->second->name)) + ")";
    metadataEvent("process_name", device, 0, JsonMembers([&](JsonWriter &json) { json.key("name").string(name); }));
    metadataEvent("process_labels", device, 0,
                  JsonMembers([&](JsonWriter &json) { json.key("labels").string(label); }));
    metadataEvent("process_sort_index", device, 0,
                  JsonMembers([&](JsonWriter &json) { json.key("sort_index").integer(firstSortIndex + device); }));
  }
  for (const auto &[device, stream] : streams) {
    std::string label = "stream " + std::to_string(stream) + " ";
    metadataEvent("thread_name", device, stream,
                  JsonMembers([&](JsonWriter &json) { json.key("name").string(label); }));
    metadataEvent("thread_sort_index", device, stream,
                  JsonMembers([number = stream](JsonWriter &json) { json.key("sort_index").integer(number); }));
  }
  bool anyWithoutThread = false;
  for (const DeviceCall &call : work_.calls())
    anyWithoutThread |= call.tid == 0;
  if (anyWithoutThread)
    metadataEvent("thread_name", session_.header().pid, callsTid,
                  JsonMembers([](JsonWriter &json) { json.key("name").string("CUDA calls of any thread"); }));
}

uint32_t KinetoDevices::tidOf(const DeviceCall &call) const {
  return call.tid ? call.tid : callsTid;
}

void KinetoDevices::times(uint64_t startNs, uint64_t ns) {
  startOf_(startNs);
  json_.key("dur").microseconds(ns);
}

// All with the runtime's category: readers find the operator of a kernel through that one alone.
void KinetoDevices::call(const DeviceCall &call, uint64_t externalId) {
  json_.newLine().beginObject();
  json_.key("ph").string("X");
  json_.key("cat").string("cuda_runtime");
  json_.key("name").string(session_.names().string(call.name));
  json_.key("pid").integer(session_.header().pid);
  json_.key("tid").integer(tidOf(call));
  times(call.startNs, call.endNs - call.startNs);
  json_.key("args").beginObject();
  if (externalId)
    json_.key("External id").integer(externalId);
  json_.key("cbid").integer(call.function);
  json_.key("correlation").integer(call.correlation);
  json_.endObject().endObject();
}

void KinetoDevices::kernelArguments(const record::KernelActivity &kernel) {
  json_.key("registers per thread").integer(kernel.registers);
  json_.key("shared memory").integer(uint64_t{kernel.staticShared} + kernel.dynamicShared);
  auto sizes = [this](const char *name, const uint32_t(&values)[3]) {
    json_.key(name).beginArray();
    for (uint32_t value : values)
      json_.integer(value);
    json_.endArray();
  };
  sizes("grid", kernel.grid);
  sizes("block", kernel.block);
  if (auto device = work_.devices().find(kernel.device); device != work_.devices().end())
    if (auto occupancy = model::occupancyOf(kernel, *device->second)) {
      json_.key("blocks per SM").checkedJson(fixed(occupancy->blocksPerMultiprocessor));
      json_.key("warps per SM").checkedJson(fixed(occupancy->warpsPerMultiprocessor));
      json_.key("est. achieved occupancy %").integer(occupancy->percent);
    }
  if (kernel.graph) {
    json_.key("graph id").integer(kernel.graph);
    json_.key("graph node id").integer(kernel.graphNode);
  }
}

void KinetoDevices::copyArguments(uint64_t bytes, uint64_t ns) {
  json_.key("bytes").integer(bytes);
  if (ns)
    json_.key("memory bandwidth (GB/s)").checkedJson(fixed(double(bytes) / double(ns)));
}

void KinetoDevices::activity(const DeviceActivity &activity) {
  uint64_t externalId = activity.call == DeviceActivity::unknown ? 0 : externalIds_[activity.call];
  json_.newLine().beginObject();
  json_.key("ph").string("X");
  json_.key("cat").string(categoryOf(activity.record->kind));
  json_.key("name").string(work_.name(activity));
  json_.key("pid").integer(activity.device);
  json_.key("tid").integer(activity.stream);
  times(activity.startNs, activity.durationNs());
  json_.key("args").beginObject();
  if (externalId)
    json_.key("External id").integer(externalId);
  json_.key("device").integer(activity.device);
  json_.key("context").integer(contextOf(activity));
  json_.key("stream").integer(activity.stream);
  json_.key("correlation").integer(activity.record->correlation);
  switch (activity.record->kind) {
  case ActivityKind::Kernel:
    kernelArguments(activity.as<record::KernelActivity>());
    break;
  case ActivityKind::Copy: {
    const auto &copy = activity.as<record::CopyActivity>();
    copyArguments(copy.byteCount, activity.durationNs());
    if (copy.fromDevice != record::noDevice) {
      json_.key("fromDevice").integer(copy.fromDevice);
      json_.key("toDevice").integer(copy.toDevice);
    }
    break;
  }
  default:
    copyArguments(activity.as<record::SetActivity>().byteCount, activity.durationNs());
  }
  json_.endObject().endObject();
  if (activity.call == DeviceActivity::unknown)
    return;
  arrow("f", arrowId(activity.call, ended_[activity.call]++), activity.device, activity.stream, activity.startNs);
}

// Of a graph each node has an arrow of its own: an id may begin and end once.
uint64_t KinetoDevices::arrowId(uint32_t call, uint32_t number) const {
  return uint64_t{number} << 32 | work_.calls()[call].correlation;
}

void KinetoDevices::arrow(const char *phase, uint64_t id, uint32_t pid, uint32_t tid, uint64_t ns) {
  json_.newLine().beginObject();
  json_.key("ph").string(phase);
  json_.key("id").integer(id);
  json_.key("pid").integer(pid);
  json_.key("tid").integer(tid);
  startOf_(ns);
  json_.key("cat").string("ac2g");
  json_.key("name").string("ac2g");
  if (*phase == 'f')
    json_.key("bp").string("e");
  json_.endObject();
}

// An arrow's ends stand behind the rows that they belong to: viewers take the latest row that they know.
void KinetoDevices::rows() {
  std::vector<uint32_t> begun(work_.calls().size());
  for (const DeviceActivity &each : work_.activities())
    if (each.call != DeviceActivity::unknown)
      ++begun[each.call];
  for (uint32_t index = 0; index < work_.calls().size() && !out_.failed(); ++index) {
    const DeviceCall &launch = work_.calls()[index];
    call(launch, externalIds_[index]);
    for (uint32_t number = 0; number < begun[index]; ++number)
      arrow("s", arrowId(index, number), session_.header().pid, tidOf(launch), launch.startNs);
    out_.drain();
  }
  for (const DeviceActivity &each : work_.activities()) {
    if (out_.failed())
      return;
    activity(each);
    out_.drain();
  }
}

}  // namespace autoscope::report
