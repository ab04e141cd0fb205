// What devices did for a session's scopes: calls of CUDA, and the kernels, copies and sets that they started.
//
// A call belongs to the innermost scope of its thread that was running when it began, and what it started belongs to it
// by correlation; of a graph that is all of its nodes. What has no scope, or whose launch is not known, is kept without
// one. Made in one pass over the activities and, where there are any, one over the scopes; memory goes with the number
// of activities. Views the session, which must live on. One thread; cannot fail but for memory.
#pragma once

#include "record/Activity.h"
#include "record/SessionReader.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace autoscope::model {

struct DeviceCall {
  uint32_t correlation = 0, tid = 0;
  uint32_t name = 0;      // string id
  uint32_t function = 0;  // CUPTI's number of it
  record::CallApi api = record::CallApi::Runtime;
  uint64_t startNs = 0, endNs = 0;  // CLOCK_MONOTONIC
  static constexpr uint32_t nowhere = ~0u;
  uint32_t thread = nowhere;  // index in session.threads(), of its scope
  uint64_t scope = 0;         // in the order of ScopeWalk on that thread, from 1
};

struct DeviceActivity {
  static constexpr uint32_t unknown = ~0u;
  const record::ActivityHead *record = nullptr;
  uint64_t startNs = 0, endNs = 0;
  uint32_t device = 0, stream = 0;
  uint32_t call = unknown;  // index in calls()
  uint64_t durationNs() const { return endNs - startNs; }
  template <class Record> const Record &as() const { return *reinterpret_cast<const Record *>(record); }
};

class DeviceWork {
public:
  explicit DeviceWork(const record::SessionReader &session);

  bool any() const { return !activities_.empty() || !calls_.empty(); }
  const std::vector<DeviceCall> &calls() const { return calls_; }
  // Kernels, copies and sets, in order of start.
  const std::vector<DeviceActivity> &activities() const { return activities_; }
  const std::vector<DeviceActivity> &waits() const { return waits_; }
  const std::vector<DeviceActivity> &overheads() const { return overheads_; }
  const std::vector<DeviceActivity> &memory() const { return memory_; }
  // By ordinal, as far as CUPTI told.
  const std::map<uint32_t, const record::DeviceDescription *> &devices() const { return devices_; }
  // Of a kernel: as a person writes it. Of a copy or set: as Kineto names it.
  std::string name(const DeviceActivity &activity) const;

  struct InScope {
    uint64_t scope;
    uint32_t call;
  };
  // The calls in scopes of that thread, in the order of the walk.
  const std::vector<InScope> &inScopesOf(size_t thread) const { return inScopes_[thread]; }
  // How long devices worked for a call.
  uint64_t deviceNs(uint32_t call) const { return deviceNs_[call]; }

  uint64_t damaged() const { return damaged_; }
  // Activities that began before their launch, and the most that they were ahead: the clocks differ by so much.
  uint64_t early() const { return early_; }
  uint64_t mostEarlyNs() const { return mostEarlyNs_; }

private:
  void read(const record::Piece &piece);
  bool take(const record::ActivityHead &head);
  void addCall(const record::CallActivity &call);
  void joinCalls();
  void findScopes();

  const record::SessionReader &session_;
  std::vector<DeviceCall> calls_;
  std::vector<DeviceActivity> activities_, waits_, overheads_, memory_;
  std::map<uint32_t, const record::DeviceDescription *> devices_;
  std::vector<std::vector<InScope>> inScopes_;
  std::vector<uint64_t> deviceNs_;  // by call
  uint64_t damaged_ = 0, early_ = 0, mostEarlyNs_ = 0;
};

// Goes along with a ScopeWalk on one thread and tells of each scope which calls began in it.
class CallsOfScopes {
public:
  CallsOfScopes(const DeviceWork &work, size_t thread) : calls_(work.inScopesOf(thread)) {}
  // Once for each scope of the walk, in its order.
  template <class Visit> void enter(Visit &&visit) {
    for (++scope_; next_ < calls_.size() && calls_[next_].scope == scope_; ++next_)
      visit(calls_[next_].call);
  }

private:
  const std::vector<DeviceWork::InScope> &calls_;
  size_t next_ = 0;
  uint64_t scope_ = 0;
};

}  // namespace autoscope::model
