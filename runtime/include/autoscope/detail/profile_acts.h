#if defined(__clang__)
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif
// What autoscope::profile does when its schedule says so (schedule_run.h): its private half. C++17.
#ifndef AUTOSCOPE_DETAIL_PROFILE_ACTS_H
#define AUTOSCOPE_DETAIL_PROFILE_ACTS_H

#include "autoscope/detail/schedule_run.h"
#include "autoscope/detail/window.h"
#include "autoscope/step_list.h"

#include <chrono>
#include <cstdint>
#include <ctime>
#include <string>
#include <utility>

namespace autoscope {

enum class ProfilerActivity { CPU, CUDA };

namespace detail {

inline const char *nameOf(ProfilerAction action) {
  const char *const names[] = {"NONE", "WARMUP", "RECORD", "RECORD_AND_SAVE"};
  return names[static_cast<int>(action)];
}

template <class Profile> struct ProfileActs {
  explicit ProfileActs(Profile *owner) : owner_(*owner) {}

  // What cannot be for any window, or for the first one.
  void check() { owner_.window_.check(wish()); }

  void warn(ProfilerAction from, ProfilerAction to) {
    std::string sentence =
        std::string("the schedule of a profile answers ") + nameOf(to) + " after " + nameOf(from) +
        (from == ProfilerAction::WARMUP ? ": nothing is recorded behind that warm-up"
                                        : ": that window is cut off, and on_trace_ready is not called for it");
    autoscope_say(sentence.c_str(), from == ProfilerAction::WARMUP ? vainWarmup : cutWindow);
  }

  void prepare() {
    if (owner_.isOfParent())
      return;
    Stopwatch watch(prepareMicroseconds_);
    preparedAt_ = owner_.run_.step();
    autoscope_prepare(recorded());
    if (owner_.names(ProfilerActivity::CUDA) && !owner_.names(ProfilerActivity::CPU))
      autoscope_say("the activities of a profile name no CPU: its scopes are recorded all the same", noCpu);
    nextTraceId_ = owner_.makesTraceId_ ? owner_.makesTraceId_() : taken(autoscope_trace_id());
  }

  // Torch starts its profiler behind a warm-up that nothing followed, and stops it at once. A window of ours would be
  // written over the last one.
  void startInVain() {}

  void start() {
    if (owner_.isOfParent())  // forked by the handler
      return;
    if (owner_.run_.hasSchedule() && preparedAt_ == owner_.run_.step())
      autoscope_say("a profile's schedule has no warm-up: its first recorded step includes what starting costs",
                    noWarmup);
    stats_ = {};
    stats_.profiler_prepare_call_duration_us = prepareMicroseconds_;
    {
      Stopwatch watch(stats_.profiler_enable_call_duration_us);
      owner_.window_.start(wish());
    }
    owner_.traceId_ = nextTraceId_;
    if (!owner_.options_.acc_events) {
      owner_.last_.reset();
      owner_.steps_.clear();
    }
  }

  bool stop(bool isCutOff) {
    if (!owner_.window_.isRecording())
      return false;
    auto &stats = owner_.stats_ = stats_;
    owner_.last_ = owner_.window_.stop(owner_.allMetadata(owner_.traceId_), owner_.options_.with_stack,
                                       stats.profiler_disable_call_duration_us, stats.parse_kineto_call_duration_us);
    owner_.lastTraceId_ = owner_.traceId_;
    stats.partial = isCutOff || isLeftEarly();
    if (owner_.last_ && owner_.options_.acc_events)
      owner_.accumulated_.push_back(owner_.last_);
    return owner_.last_ != nullptr;
  }

  void ready() {
    if (owner_.options_.on_trace_ready)
      owner_.options_.on_trace_ready(owner_);
  }

  void openStep(long number) {
    if (!owner_.window_.isRecording())
      return;
    isOpen_ = true;
    number_ = number;
    wallBegin_ = std::chrono::steady_clock::now();
    cpuBegin_ = processNs();
    if (owner_.run_.hasSchedule())
      autoscope_step_begin(&mark_);
  }

  void closeStep() {
    if (!isOpen_)
      return;
    isOpen_ = false;
    if (mark_.start) {
      std::string name = "ProfilerStep#" + std::to_string(number_);
      autoscope_step_end(&mark_, name.data(), name.size());
    }
    mark_ = {};
    using std::chrono::nanoseconds;
    auto wall = std::chrono::steady_clock::now() - wallBegin_;
    owner_.steps_.push_back({number_, std::chrono::duration_cast<nanoseconds>(wall).count(), processNs() - cpuBegin_,
                             std::chrono::duration_cast<nanoseconds>(wallBegin_.time_since_epoch()).count(),
                             std::nullopt});
  }

  // In the child of a fork.
  void abandon() {
    owner_.claim_ = Claim();
    owner_.run_.abandon();
    owner_.window_.abandon();
    isOpen_ = false;
    mark_ = {};
  }

private:
  WindowWish wish() const {
    const auto &wanted = owner_.options_;
    return {wanted.output, wanted.report, wanted.overflow, wanted.buffer, recorded()};
  }

  // The profile ends within a step of a window.
  bool isLeftEarly() const { return owner_.run_.hasSchedule() && !owner_.run_.isRunning(); }

  // For autoscope_options.
  unsigned recorded() const {
    const auto &wanted = owner_.options_;
    const std::pair<unsigned, bool> bits[] = {{autoscope_records_input_shapes, wanted.record_shapes},
                                              {autoscope_records_flop_counts, wanted.with_flops},
                                              {autoscope_records_operators, wanted.operators},
                                              {autoscope_records_memory, wanted.profile_memory},
                                              {autoscope_records_devices, owner_.names(ProfilerActivity::CUDA)}};
    unsigned all = 0;
    for (const auto &[bit, isWanted] : bits)
      all |= isWanted ? bit : 0;
    return all;
  }

  static std::int64_t processNs() {
    timespec now = {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return std::int64_t{now.tv_sec} * 1000000000 + now.tv_nsec;
  }

  Profile &owner_;
  double prepareMicroseconds_ = 0;
  typename Profile::Stats stats_;  // of the window that is recorded
  std::string nextTraceId_;
  bool isOpen_ = false;
  long preparedAt_ = -1, number_ = 0;
  autoscope_step_mark mark_ = {};
  std::chrono::steady_clock::time_point wallBegin_;
  std::int64_t cpuBegin_ = 0;
};

}  // namespace detail
}  // namespace autoscope

#endif
