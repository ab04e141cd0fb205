// What libtorch's allocators tell of: a part of OperatorCallbacks.cpp, for profiles with memory and for totals.
//
// They tell the state that a profiler has in a slot of the thread, which libtorch hands on to its backward threads with
// the rest of a thread's state. So there is one state of ours for all threads and for good. It gets into a thread's
// slot at the first operator there, never in the place of another, and goes when the thread allocates or frees and no
// memory is recorded. Torch's profiler takes whatever is in the slot for a state of its own: ours is one, that is
// disabled.
#pragma once

#include "sources/torch/OperatorHooks.h"

#include <c10/core/Allocator.h>
#include <c10/util/ThreadLocalDebugInfo.h>
#include <torch/csrc/profiler/api.h>

#include <memory>

namespace autoscope::torch_operators {

// Whether the entry at the top is ours cannot be asked without an exception. The member is private; an explicit
// instantiation may name it all the same.
using DebugInfo = std::shared_ptr<c10::DebugInfoBase>;
const DebugInfo &infoOf(const c10::ThreadLocalDebugInfo &entry);
template <DebugInfo c10::ThreadLocalDebugInfo::*Member> struct InsideDebugInfo {
  friend const DebugInfo &infoOf(const c10::ThreadLocalDebugInfo &entry) { return entry.*Member; }
};
template struct InsideDebugInfo<&c10::ThreadLocalDebugInfo::info_>;

class Memory final : public torch::profiler::impl::ProfilerStateBase {
public:
  // Before the first operator that is told to watchThread(); by one thread at a time. Throws where there is no memory.
  static void prepare(const Host &host) {
    if (!ours())
      ours() = new DebugInfo(new Memory(host));
  }

  // An operator begins on the calling thread.
  static void watchThread(const Host &host) {
    if (!isWanted(host))
      return;
    const c10::DebugInfoBase *there = c10::ThreadLocalDebugInfo::get(kind);
    if (there == nullptr)
      enterThread();
    else if (there != ours()->get())
      host.memoryIsTaken();
  }

  // Where a profile ends; not where totals are counted.
  static void leaveThread(const Host &host) {
    if (!__atomic_load_n(host.countsMemory, __ATOMIC_RELAXED))
      leaveThread();
  }

  // If that is possible: a guard of the program may have something else on top of ours.
  static void leaveThread() {
    std::shared_ptr<c10::ThreadLocalDebugInfo> top = c10::ThreadLocalDebugInfo::current();
    if (top && ours() && infoOf(*top) == *ours())
      c10::ThreadLocalDebugInfo::_pop(kind);
  }

  bool memoryProfilingEnabled() const override {
    if (isWanted(host_))
      return true;
    try {
      leaveThread();
    } catch (...) {
    }
    return false;
  }

  // Allocators of 1.13 count in another type than later ones.
  template <class Function> struct TotalIn;
  template <class Total>
  struct TotalIn<void (c10::MemoryReportingInfoBase::*)(void *, int64_t, Total, Total, c10::Device)> {
    using Type = Total;
  };
  using Total = TotalIn<decltype(&c10::MemoryReportingInfoBase::reportMemoryUsage)>::Type;

  void reportMemoryUsage(void *address, int64_t bytes, Total allocated, Total reserved, c10::Device device) override {
    if (isWanted(host_))
      host_.memory({address, bytes, static_cast<int64_t>(allocated), static_cast<int64_t>(reserved),
                    static_cast<uint32_t>(device.type()), device.index(),
                    static_cast<uint32_t>(reinterpret_cast<uintptr_t>(__builtin_frame_address(0)))});
  }

  torch::profiler::impl::ActiveProfilerType profilerType() override {
    return torch::profiler::impl::ActiveProfilerType::NONE;
  }

private:
  static constexpr auto kind = c10::DebugInfoKind::PROFILER_STATE;

  explicit Memory(const Host &host)
      : ProfilerStateBase(torch::profiler::impl::ProfilerConfig(torch::profiler::impl::ProfilerState::Disabled)),
        host_(host) {}

  static bool isWanted(const Host &host) {
    return __atomic_load_n(host.enabled, __ATOMIC_RELAXED) & __autoscope_records_memory ||
           __atomic_load_n(host.countsMemory, __ATOMIC_RELAXED);
  }

  // Never destroyed: threads keep it beyond the end of libtorch's own statics. Null before prepare().
  static DebugInfo *&ours() {
    static DebugInfo *memory = nullptr;
    return memory;
  }

  static void enterThread() {
    try {
      c10::ThreadLocalDebugInfo::_push(kind, *ours());
    } catch (...) {  // no memory
    }
  }

  const Host &host_;
};

}  // namespace autoscope::torch_operators
