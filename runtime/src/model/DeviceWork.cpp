#include "model/DeviceWork.h"

#include "model/ScopeWalk.h"

#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <iterator>
#include <memory>
#include <unordered_map>

namespace autoscope::model {

using record::ActivityHead;
using record::ActivityKind;

namespace {

constexpr uint64_t mostTicks = uint64_t{1} << 52;  // half a month: longer is damage

size_t leastBytes(ActivityKind kind) {
  switch (kind) {
  case ActivityKind::Kernel:
    return sizeof(record::KernelActivity);
  case ActivityKind::Copy:
    return sizeof(record::CopyActivity);
  case ActivityKind::Set:
    return sizeof(record::SetActivity);
  case ActivityKind::Call:
    return sizeof(record::CallActivity);
  case ActivityKind::Wait:
    return sizeof(record::WaitActivity);
  case ActivityKind::Overhead:
    return sizeof(record::OverheadActivity);
  case ActivityKind::Memory:
    return sizeof(record::MemoryActivity);
  case ActivityKind::Device:
    return sizeof(record::DeviceDescription);
  }
  return sizeof(ActivityHead);
}

// Kineto's words for CUPTI's numbers.
const char *nameOfCopy(uint8_t kind) {
  constexpr const char *names[] = {"Unknown", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA",
                                   "AtoD",    "DtoA", "DtoD", "HtoH", "PtoP"};
  return kind < std::size(names) ? names[kind] : names[0];
}

const char *nameOfMemory(uint32_t kind) {
  constexpr const char *names[] = {"Unknown", "Pageable", "Pinned",        "Device",
                                   "Array",   "Managed",  "Device Static", "Managed Static"};
  return kind < std::size(names) ? names[kind] : names[0];
}

std::string demangled(std::string_view mangled) {
  std::string text(mangled);
  std::unique_ptr<char, decltype(&std::free)> name(abi::__cxa_demangle(text.c_str(), nullptr, nullptr, nullptr),
                                                   std::free);
  return name ? name.get() : text;
}

}  // namespace

DeviceWork::DeviceWork(const record::SessionReader &session) : session_(session), inScopes_(session.threads().size()) {
  for (const record::Piece &piece : session.activities())
    read(piece);
  std::stable_sort(activities_.begin(), activities_.end(),
                   [](const DeviceActivity &a, const DeviceActivity &b) { return a.startNs < b.startNs; });
  joinCalls();
  findScopes();
}

void DeviceWork::read(const record::Piece &piece) {
  const uint64_t *at = piece.begin;
  while (piece.end - at >= std::ptrdiff_t(sizeof(ActivityHead) / sizeof(uint64_t))) {
    const auto &head = *reinterpret_cast<const ActivityHead *>(at);
    size_t words = head.bytes / sizeof(uint64_t);
    if (head.bytes % sizeof(uint64_t) != 0 || head.bytes < sizeof head || words > size_t(piece.end - at)) {
      ++damaged_;  // and what is behind it cannot be found
      return;
    }
    if (!take(head))
      ++damaged_;
    at += words;
  }
}

// Kinds that only a later version knows are none of ours.
bool DeviceWork::take(const ActivityHead &head) {
  if (head.bytes < leastBytes(head.kind) || head.end < head.start || head.end - head.start > mostTicks)
    return false;
  DeviceActivity activity;
  activity.record = &head;
  activity.startNs = session_.clock().toNs(head.start);
  activity.endNs = std::max(session_.clock().toNs(head.end), activity.startNs);
  switch (head.kind) {
  case ActivityKind::Kernel:
    activity.device = activity.as<record::KernelActivity>().device;
    activity.stream = activity.as<record::KernelActivity>().stream;
    activities_.push_back(activity);
    break;
  case ActivityKind::Copy:
    activity.device = activity.as<record::CopyActivity>().device;
    activity.stream = activity.as<record::CopyActivity>().stream;
    activities_.push_back(activity);
    break;
  case ActivityKind::Set:
    activity.device = activity.as<record::SetActivity>().device;
    activity.stream = activity.as<record::SetActivity>().stream;
    activities_.push_back(activity);
    break;
  case ActivityKind::Call:
    addCall(activity.as<record::CallActivity>());
    break;
  case ActivityKind::Wait:
    activity.stream = activity.as<record::WaitActivity>().stream;
    waits_.push_back(activity);
    break;
  case ActivityKind::Overhead:
    overheads_.push_back(activity);
    break;
  case ActivityKind::Memory:
    activity.device = activity.as<record::MemoryActivity>().device;
    activity.stream = activity.as<record::MemoryActivity>().stream;
    memory_.push_back(activity);
    break;
  case ActivityKind::Device:
    devices_.emplace(activity.as<record::DeviceDescription>().device, &activity.as<record::DeviceDescription>());
    break;
  }
  return true;
}

void DeviceWork::addCall(const record::CallActivity &record) {
  DeviceCall call;
  call.correlation = record.head.correlation;
  call.tid = record.tid;
  call.name = record.name;
  call.function = record.function;
  call.api = record.api;
  call.startNs = session_.clock().toNs(record.head.start);
  call.endNs = std::max(session_.clock().toNs(record.head.end), call.startNs);
  calls_.push_back(call);
}

// A call of the runtime and the driver's that it makes are told apart, with one correlation: the outer one is the
// program's.
void DeviceWork::joinCalls() {
  std::stable_sort(calls_.begin(), calls_.end(), [](const DeviceCall &a, const DeviceCall &b) {
    return a.startNs != b.startNs ? a.startNs < b.startNs : a.api > b.api;
  });
  std::unordered_map<uint32_t, uint32_t> known;  // correlation to call
  std::vector<DeviceCall> outer;
  for (const DeviceCall &call : calls_)
    if (call.correlation == 0 || known.try_emplace(call.correlation, static_cast<uint32_t>(outer.size())).second)
      outer.push_back(call);
  calls_ = std::move(outer);
  deviceNs_.resize(calls_.size());
  auto join = [&](std::vector<DeviceActivity> &activities) {
    for (DeviceActivity &activity : activities)
      if (auto call = known.find(activity.record->correlation);
          activity.record->correlation != 0 && call != known.end())
        activity.call = call->second;
  };
  join(activities_);
  join(waits_);
  join(memory_);
  for (const DeviceActivity &activity : activities_) {
    if (activity.call == DeviceActivity::unknown)
      continue;
    deviceNs_[activity.call] += activity.durationNs();
    if (uint64_t launch = calls_[activity.call].startNs; activity.startNs < launch) {
      ++early_;
      mostEarlyNs_ = std::max(mostEarlyNs_, launch - activity.startNs);
    }
  }
}

// Scopes come parents first and latest first, so the calls are taken latest first, too: when a scope is visited, what
// began behind its end, and was not in one visited before, is of the scopes around it.
void DeviceWork::findScopes() {
  std::unordered_map<uint32_t, std::vector<uint32_t>> byTid;
  for (uint32_t call = 0; call < calls_.size(); ++call)
    if (calls_[call].tid != 0)
      byTid[calls_[call].tid].push_back(call);
  struct Open {
    uint64_t startNs, scope;
  };
  for (size_t thread = 0; thread < session_.threads().size(); ++thread) {
    auto found = byTid.find(session_.threads()[thread].tid);
    if (found == byTid.end() || session_.threads()[thread].tid == 0)
      continue;
    const std::vector<uint32_t> &calls = found->second;
    size_t left = calls.size();
    uint64_t scope = 0;
    std::vector<Open> open;
    auto takeFrom = [&](uint64_t endNs) {
      for (; left != 0 && calls_[calls[left - 1]].startNs >= endNs; --left) {
        DeviceCall &call = calls_[calls[left - 1]];
        while (!open.empty() && open.back().startNs > call.startNs)
          open.pop_back();
        if (!open.empty() && call.thread == DeviceCall::nowhere) {
          call.thread = static_cast<uint32_t>(thread);
          call.scope = open.back().scope;
        }
      }
    };
    ScopeWalk(session_, session_.threads()[thread]).run([&](const Scope &visited) {
      takeFrom(visited.endNs);
      // Those that are over, looked at backwards: they begin behind the end of this one.
      while (open.size() > visited.level)
        open.pop_back();
      open.push_back({visited.startNs, ++scope});
    });
    takeFrom(0);
  }
  for (uint32_t call = 0; call < calls_.size(); ++call)
    if (calls_[call].thread != DeviceCall::nowhere)
      inScopes_[calls_[call].thread].push_back({calls_[call].scope, call});
  for (std::vector<InScope> &calls : inScopes_)
    std::stable_sort(calls.begin(), calls.end(), [](const InScope &a, const InScope &b) { return a.scope < b.scope; });
}

std::string DeviceWork::name(const DeviceActivity &activity) const {
  switch (activity.record->kind) {
  case ActivityKind::Kernel: {
    std::string_view name = session_.names().string(activity.as<record::KernelActivity>().name);
    return name.empty() ? "kernel without a name" : demangled(name);
  }
  case ActivityKind::Copy: {
    const auto &copy = activity.as<record::CopyActivity>();
    return std::string("Memcpy ") + nameOfCopy(copy.kind) + " (" + nameOfMemory(copy.from) + " -> " +
           nameOfMemory(copy.to) + ")";
  }
  case ActivityKind::Set:
    return std::string("Memset (") + nameOfMemory(activity.as<record::SetActivity>().memory) + ")";
  default:
    return {};
  }
}

}  // namespace autoscope::model
