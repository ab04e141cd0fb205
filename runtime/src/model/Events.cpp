#include "model/Events.h"

#include "model/CallWalk.h"
#include "record/ArgumentText.h"

#include <algorithm>
#include <utility>

namespace autoscope::model {

namespace {

// The events of one session, in the order of entering: latest first.
class EventSink {
public:
  EventSink(const record::SessionReader &session, const EventOptions &options, uint64_t baseNs,
            std::vector<Event> &events, std::vector<bool> &isGone)
      : session_(session), options_(options), baseNs_(baseNs), events_(events), isGone_(isGone), devices_(session),
        walk_(session, walkOptions(options, devices_)) {}

  void run() {
    size_t first = events_.size();
    for (size_t number = 0; number < session_.threads().size(); ++number) {
      tid_ = session_.threads()[number].tid;
      walk_.run(number, *this);
    }
    for (size_t i = first; i < events_.size(); ++i) {
      if (!hasUsage_.cpu)
        events_[i].cpuMemory = events_[i].selfCpuMemory = std::nullopt;
      if (!hasUsage_.device)
        events_[i].deviceMemory = events_[i].selfDeviceMemory = std::nullopt;
      if (!hasHeap_)
        events_[i].allocated = events_[i].allocations = events_[i].frees = events_[i].peak = std::nullopt;
    }
  }

  void enter(Call &call) {
    call.item = static_cast<uint32_t>(events_.size());
    const Scope &scope = call.scope;
    hasUsage_.cpu |= scope.hasUsage.cpu;
    hasUsage_.device |= scope.hasUsage.device;
    hasHeap_ |= scope.hasHeap;
    Event &event = events_.emplace_back();
    event.key = walk_.names().key(call.row);
    event.traceName = walk_.names().name(scope.site);
    isGone_.push_back(false);
    event.count = scope.isCall();
    event.cpuNs = scope.durationNs();
    event.spread = {event.cpuNs, event.cpuNs, event.cpuNs, event.cpuNs, event.cpuNs, 0};
    event.flops = scope.flops;
    if (scope.args) {
      record::ArgumentText arguments = record::parseArgumentText(session_.names().string(scope.args));
      event.shapes = arguments.shapes;
      event.types.assign(arguments.types.begin(), arguments.types.end());
    }
    if (options_.modules)
      event.module = walk_.modules().text(call.place);
    if (options_.stacks)
      event.stack = walk_.stacks().frames(call.stack);
    event.isTopLevel = scope.level == 0;
    event.isAnnotation = walk_.names().isAnnotation(scope.site);
    event.startNs = std::max(scope.startNs, baseNs_) - baseNs_;
    event.endNs = std::max(scope.endNs, baseNs_) - baseNs_;
    event.tid = tid_;
    event.sequence = static_cast<int64_t>(scope.sequence.number) - 1;
    if (scope.sequence.thread)
      event.forwardThread = scope.sequence.isBackward ? scope.sequence.thread : 0;
    event.parent = call.around ? call.around->item : Event::noParent;
    event.finished = scope.finished;
  }
  void leave(Call &) {}
  void keep(const Call &call) {
    Event &event = events_[call.item];
    event.selfCpuNs = call.selfNs;
    event.cpuMemory = call.usage.cpu;
    event.selfCpuMemory = call.selfUsage.cpu;
    if (devices_.any()) {
      event.deviceNs = static_cast<int64_t>(call.usage.deviceNs);
      event.selfDeviceNs = static_cast<int64_t>(call.selfUsage.deviceNs);
    }
    event.deviceMemory = call.usage.device;
    event.selfDeviceMemory = call.selfUsage.device;
    event.allocated = call.selfHeap.allocated;
    event.allocations = call.selfHeap.allocations;
    event.frees = call.selfHeap.frees;
    event.peak = call.selfHeap.peak;
  }
  void merge(const Call &call, Call &outer) {
    isGone_[call.item] = true;
    if (outer.scope.flops == 0)
      events_[outer.item].flops = events_[call.item].flops;
  }

private:
  static CallWalk::Options walkOptions(const EventOptions &options, const DeviceWork &devices) {
    CallWalk::Options wanted;
    wanted.stacks = options.stacks;
    wanted.devices = devices.any() ? &devices : nullptr;
    return wanted;
  }

  const record::SessionReader &session_;
  const EventOptions &options_;
  const uint64_t baseNs_;
  std::vector<Event> &events_;
  std::vector<bool> &isGone_;  // of each: it is one with its parent
  const DeviceWork devices_;
  CallWalk walk_;
  uint32_t tid_ = 0;
  HasUsage hasUsage_;
  bool hasHeap_ = false;
};

// Without those that are gone, by (start, -end); a parent before its children.
std::vector<Event> inOrder(std::vector<Event> &events, const std::vector<bool> &isGone) {
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < events.size(); ++i)
    if (!isGone[i])
      order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return events[a].startNs != events[b].startNs ? events[a].startNs < events[b].startNs
                                                  : events[a].endNs > events[b].endNs;
  });
  std::vector<uint32_t> newIndex(events.size());
  for (uint32_t i = 0; i < order.size(); ++i)
    newIndex[order[i]] = i;
  std::vector<Event> sorted;
  sorted.reserve(order.size());
  for (uint32_t i : order) {
    uint32_t parent = events[i].parent;
    while (parent != Event::noParent && isGone[parent])
      parent = events[parent].parent;
    events[i].parent = parent == Event::noParent ? parent : newIndex[parent];
    sorted.push_back(std::move(events[i]));
  }
  return sorted;
}

}  // namespace

std::vector<Event> eventsOf(const std::vector<const record::SessionReader *> &sessions, const EventOptions &options) {
  std::vector<Event> events;
  std::vector<bool> isGone;
  uint64_t baseNs = sessions.empty() ? 0 : sessions[0]->clock().toNs(sessions[0]->window().start);
  for (const record::SessionReader *session : sessions)
    EventSink(*session, options, baseNs, events, isGone).run();
  return inOrder(events, isGone);
}

}  // namespace autoscope::model
