#include "sources/gpu/Translation.h"

#include "record/Activity.h"

#include <cstring>
#include <string>

namespace autoscope::gpu {

using record::ActivityHead;
using record::ActivityKind;

namespace {

template <class Record> const Record &as(const cupti::Activity &record) {
  return reinterpret_cast<const Record &>(record);
}

// Whether the record is of a version that has what `Longer` appends.
template <class Longer> bool has(size_t bytes) {
  return bytes >= sizeof(Longer);
}

template <class Activity, class Record> void setPlace(Activity &activity, const Record &from) {
  activity.device = from.device;
  activity.context = from.context;
  activity.stream = from.stream;
}

template <class OfGraph, class Activity>
void setGraph(Activity &activity, const cupti::Activity &record, size_t bytes) {
  if (!has<OfGraph>(bytes))
    return;
  activity.graph = as<OfGraph>(record).graph;
  activity.graphNode = as<OfGraph>(record).graphNode;
}

template <class Copy> void setCopy(record::CopyActivity &activity, const Copy &from) {
  activity.kind = from.copyKind;
  activity.from = from.sourceKind;
  activity.to = from.destinationKind;
  activity.flags = from.flags;
  activity.byteCount = from.bytes;
}

template <class Activity> void append(std::vector<uint64_t> &to, Activity activity) {
  static_assert(sizeof(Activity) % sizeof(uint64_t) == 0);
  activity.head.bytes = sizeof activity;
  size_t at = to.size();
  to.resize(at + sizeof activity / sizeof(uint64_t));
  std::memcpy(&to[at], &activity, sizeof activity);
}

bool startsWith(std::string_view text, std::string_view beginning) {
  return text.substr(0, beginning.size()) == beginning;
}

// Of the driver's calls only what launches, copies, waits or has memory: a call of the runtime makes many of the rest.
bool isOfUse(cupti::Kind api, std::string_view name) {
  if (api == cupti::Kind::Runtime) {
    for (std::string_view asked : {"cudaGetDevice", "cudaSetDevice", "cudaGetLastError", "cudaPeekAtLastError",
                                   "cudaDeviceGetAttribute", "cudaStreamIsCapturing", "cudaStreamGetCaptureInfo"})
      if (startsWith(name, asked))
        return false;
    return true;
  }
  for (std::string_view done : {"cuLaunch", "cuMemcpy", "cuMemset", "cuGraphLaunch", "cuMemAlloc", "cuMemFree",
                                "cuStreamSynchronize", "cuStreamWaitEvent", "cuCtxSynchronize", "cuEventSynchronize"})
    if (startsWith(name, done))
      return true;
  return false;
}

}  // namespace

void DeviceClock::add(const Reading &reading) {
  if (first_.ticks == 0)
    first_ = reading;
  last_ = reading;
}

uint64_t DeviceClock::ticksOf(uint64_t device) const {
  if (same_ || device == 0)
    return device;
  if (last_.device == first_.device)
    return first_.ticks;
  double rate = double(last_.ticks - first_.ticks) / double(last_.device - first_.device);
  return last_.ticks + uint64_t(int64_t((double(device) - double(last_.device)) * rate));
}

const Translation::Function &Translation::function(cupti::Kind api, uint32_t callback) {
  auto [place, isNew] = calls_.try_emplace(uint64_t(api) << 32 | callback);
  if (isNew) {
    bool isRuntime = api == cupti::Kind::Runtime;
    const char *name = nullptr;
    if (functions_.callbackName)
      functions_.callbackName(isRuntime ? 2 : 1, callback, &name);  // CUpti_CallbackDomain
    std::string text = name ? name : (isRuntime ? "cuda call " : "cu call ") + std::to_string(callback);
    // cudaLaunchKernel_v7000 and cuMemcpyHtoDAsync_v2 are names of the ABI, not of the program.
    if (size_t version = text.rfind("_v"); version != std::string::npos && text.size() > version + 2 &&
                                           text.find_first_not_of("0123456789", version + 2) == std::string::npos)
      text.resize(version);
    place->second.isKept = !name || isOfUse(api, text);
    place->second.name = place->second.isKept ? host_.intern(host_.self, text) : 0;
  }
  return place->second;
}

bool Translation::takeOne(const cupti::Activity &record, size_t bytes, std::vector<uint64_t> &to) {
  auto head = [this](ActivityKind kind, const auto &from) {
    return ActivityHead{kind, 0, from.correlation, clock_.ticksOf(from.start), clock_.ticksOf(from.end)};
  };
  switch (record.kind) {
  case cupti::Kind::ConcurrentKernel: {
    const auto &kernel = as<cupti::Kernel>(record);
    record::KernelActivity activity = {};
    activity.head = head(ActivityKind::Kernel, kernel);
    setPlace(activity, kernel);
    activity.name = host_.intern(host_.self, kernel.name ? kernel.name : "kernel");
    for (int i = 0; i < 3; ++i) {
      activity.grid[i] = uint32_t(kernel.grid[i]);
      activity.block[i] = uint32_t(kernel.block[i]);
    }
    activity.registers = kernel.registers;
    activity.staticShared = uint32_t(kernel.staticShared);
    activity.dynamicShared = uint32_t(kernel.dynamicShared);
    setGraph<cupti::KernelOfGraph>(activity, record, bytes);
    append(to, activity);
    return true;
  }
  case cupti::Kind::Memcpy: {
    const auto &copy = as<cupti::Memcpy>(record);
    record::CopyActivity activity = {};
    activity.head = head(ActivityKind::Copy, copy);
    setPlace(activity, copy);
    setCopy(activity, copy);
    activity.fromDevice = activity.toDevice = record::noDevice;
    setGraph<cupti::MemcpyOfGraph>(activity, record, bytes);
    append(to, activity);
    return true;
  }
  case cupti::Kind::MemcpyPeer: {
    const auto &copy = as<cupti::MemcpyPeer>(record);
    record::CopyActivity activity = {};
    activity.head = head(ActivityKind::Copy, copy);
    setPlace(activity, copy);
    setCopy(activity, copy);
    activity.fromDevice = copy.sourceDevice;
    activity.toDevice = copy.destinationDevice;
    append(to, activity);
    return true;
  }
  case cupti::Kind::Memset: {
    const auto &set = as<cupti::Memset>(record);
    record::SetActivity activity = {};
    activity.head = head(ActivityKind::Set, set);
    setPlace(activity, set);
    activity.value = set.value;
    activity.byteCount = set.bytes;
    activity.memory = set.memoryKind;
    setGraph<cupti::MemsetOfGraph>(activity, record, bytes);
    append(to, activity);
    return true;
  }
  case cupti::Kind::Runtime:
  case cupti::Kind::Driver: {
    const auto &call = as<cupti::Call>(record);
    const Function &called = function(call.kind, call.callback);
    if (!called.isKept)
      return false;
    record::CallActivity activity = {};
    activity.head = head(ActivityKind::Call, call);
    activity.api = call.kind == cupti::Kind::Runtime ? record::CallApi::Runtime : record::CallApi::Driver;
    activity.function = call.callback;
    activity.name = called.name;
    activity.tid = threadsAreOfKernel_ ? call.thread : 0;
    activity.result = call.result;
    append(to, activity);
    return true;
  }
  case cupti::Kind::Synchronization: {
    const auto &wait = as<cupti::Synchronization>(record);
    record::WaitActivity activity = {};
    activity.head = head(ActivityKind::Wait, wait);
    activity.kind = wait.type;
    activity.context = wait.context;
    activity.stream = wait.stream;
    append(to, activity);
    return true;
  }
  case cupti::Kind::Overhead: {
    const auto &overhead = as<cupti::Overhead>(record);
    record::OverheadActivity activity = {};
    activity.head = {ActivityKind::Overhead, 0, 0, clock_.ticksOf(overhead.start), clock_.ticksOf(overhead.end)};
    activity.kind = overhead.overheadKind;
    append(to, activity);
    return true;
  }
  case cupti::Kind::Memory: {
    const auto &memory = as<cupti::Memory>(record);
    uint64_t when = clock_.ticksOf(memory.timestamp);
    record::MemoryActivity activity = {};
    activity.head = {ActivityKind::Memory, 0, memory.correlation, when, when};
    activity.address = memory.address;
    activity.byteCount = memory.bytes;
    setPlace(activity, memory);
    activity.operation = memory.operation;
    activity.memory = memory.memoryKind;
    append(to, activity);
    return true;
  }
  case cupti::Kind::Device: {
    const auto &device = as<cupti::Device>(record);
    record::DeviceDescription activity = {};
    activity.head.kind = ActivityKind::Device;
    activity.memoryBytes = device.memoryBytes;
    activity.device = device.id;
    activity.name = host_.intern(host_.self, device.name ? device.name : "GPU");
    activity.major = device.major;
    activity.minor = device.minor;
    activity.multiprocessors = device.multiprocessors;
    activity.threadsOfWarp = device.threadsOfWarp;
    activity.threadsOfBlock = device.threadsOfBlock;
    activity.warpsOfMultiprocessor = device.warpsOfMultiprocessor;
    activity.blocksOfMultiprocessor = device.blocksOfMultiprocessor;
    activity.sharedOfBlock = device.sharedOfBlock;
    activity.sharedOfMultiprocessor = device.sharedOfMultiprocessor;
    activity.registersOfBlock = device.registersOfBlock;
    activity.registersOfMultiprocessor = device.registersOfMultiprocessor;
    append(to, activity);
    return true;
  }
  }
  return false;  // of a kind that we have not asked for
}

uint64_t Translation::take(uint8_t *buffer, size_t validBytes, std::vector<uint64_t> &to) {
  uint64_t taken = 0;
  cupti::Activity *record = nullptr;
  bool more = functions_.nextRecord(buffer, validBytes, &record) == 0;
  while (more) {
    const cupti::Activity *current = record;
    more = functions_.nextRecord(buffer, validBytes, &record) == 0;
    // How long a record is only its neighbour says, and that says which version's it is.
    const auto *end = more ? reinterpret_cast<const uint8_t *>(record) : buffer + validBytes;
    taken += takeOne(*current, size_t(end - reinterpret_cast<const uint8_t *>(current)), to);
  }
  return taken;
}

}  // namespace autoscope::gpu
