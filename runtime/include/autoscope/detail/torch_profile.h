#if defined(__clang__)
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif
// autoscope::profile as torch.profiler.profile, for C++17: included by autoscope/profile.h, which is the header for
// people.
#ifndef AUTOSCOPE_DETAIL_TORCH_PROFILE_H
#define AUTOSCOPE_DETAIL_TORCH_PROFILE_H

#include "autoscope/detail/profile_acts.h"
#include "autoscope/detail/window.h"
#include "autoscope/event_list.h"
#include "autoscope/schedule.h"
#include "autoscope/step_list.h"

#include <algorithm>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace autoscope {

// As profile.h says, units that are compiled as C++11 have a class of their own.
inline namespace cpp17 {

class profile;

struct options {
  std::string output;    // what each window is written to as it ends, as AUTOSCOPE_OUTPUT; empty: nothing
  std::string report;    // and printed as, like AUTOSCOPE_REPORT; empty: none
  unsigned buffer = 0;   // MiB; 0: what AUTOSCOPE_BUFFER says, or its default
  std::string overflow;  // as AUTOSCOPE_OVERFLOW; empty: what that says
  // Of profile alone.
  std::vector<ProfilerActivity> activities;       // empty: CPU, and CUDA as AUTOSCOPE_GPU says
  schedule_function schedule;                     // none: records from start() to stop(), without ProfilerStep scopes
  std::function<void(profile &)> on_trace_ready;  // on the thread of step() or stop(), with nothing being recorded
  bool record_shapes = false;                     // of arguments, as AUTOSCOPE_SHAPES
  bool profile_memory = false;                    // as AUTOSCOPE_MEMORY: of libtorch's tensors
  bool with_stack = false;                        // rows have the functions around them
  bool with_flops = false;                        // as AUTOSCOPE_FLOPS
  bool with_modules = false;                      // modules are always recorded; the trace says that this was wanted
  bool acc_events = false;                        // events() and key_averages() of all windows, not the last alone
  bool operators = true;                          // libtorch's, where the process has it

  options() {}
  options(const char *output_) : output(output_) {}
  options(std::string output_) : output(std::move(output_)) {}
};

struct deferred_t {};
constexpr deferred_t deferred{};

// What profiling itself took, in torch's words, and what came out. Of the last window.
struct ProfilerStats {
  double profiling_window_duration_sec = 0;
  std::uint64_t number_of_events = 0;
  double profiler_prepare_call_duration_us = 0;
  double profiler_enable_call_duration_us = 0;
  double profiler_disable_call_duration_us = 0;
  double parse_kineto_call_duration_us = 0;                // opening what was recorded
  double function_events_build_tree_call_duration_us = 0;  // of the last events() or key_averages()
  std::uint64_t lost_events = 0;
  bool partial = false;  // the window was ended before its last step was
};

// Profiles as a schedule says, or from start() to stop(). One at a time in a process. One thread at a time uses the
// object; with a schedule, start(), step() and stop() belong on one thread, outside of scopes that end before the step
// does.
class profile {
public:
  using Stats = ProfilerStats;

  // Starts at once. Throws as start() does.
  explicit profile(const options &wanted = options()) : profile(wanted, deferred) { start(); }
  profile(const options &wanted, deferred_t) : options_(wanted), acts_(this), run_(acts_, wanted.schedule) {
    for (std::size_t i = 0; i < wanted.activities.size(); ++i)
      if (std::count(wanted.activities.begin(), wanted.activities.end(), wanted.activities[i]) > 1)
        throw usage_error("the same activity is given twice", {"CPU", "CUDA"});
    acts_.check();
  }
  // As stop(), whose failure it prints.
  ~profile() {
    try {
      if (status ended = stop(); !ended && !isOfParent())
        autoscope_say(ended.message.c_str(), 0);
    } catch (const std::exception &thrown) {
      autoscope_say((std::string("on_trace_ready threw as a profile ended: ") + thrown.what()).c_str(), 0);
    } catch (...) {
      autoscope_say("on_trace_ready threw as a profile ended", 0);
    }
  }
  profile(const profile &) = delete;
  profile &operator=(const profile &) = delete;

  // From step 0, without what it had recorded. Throws already_running if another profile runs, schedule_error for an
  // answer that is no action, error if nothing can be recorded. Does nothing if it runs already, unless that is in the
  // process that this one was forked from.
  void start() {
    if (isOfParent())
      acts_.abandon();
    refuseInHandler("start()", __builtin_frame_address(0));
    if (run_.isRunning())
      return;
    detail::Claim claim(this);
    process_ = getpid();
    last_.reset();
    accumulated_.clear();
    steps_.clear();
    run_.start();
    claim_ = std::move(claim);
  }

  // Empty if all went well, else what could not be written, or that autoscope::stop() or a tool had ended the recording
  // before. May throw what on_trace_ready throws, once it has stopped.
  status stop() {
    if (isOfParent())
      return status{"the profile belongs to the process that this one was forked from"};
    if (run_.isInHandler(__builtin_frame_address(0))) {
      run_.stop();
      return status{};
    }
    if (!run_.isRunning())
      return status{};
    window_.message.clear();
    detail::Claim claim = std::move(claim_);  // whatever is thrown
    run_.stop();
    return status{window_.message};
  }

  // The next step begins. May throw what on_trace_ready throws, once that step has begun; usage_error unless it runs.
  void step() {
    refuseInHandler("step()", __builtin_frame_address(0));
    if (isOfParent())
      return;
    if (!run_.isRunning())
      throw usage_error("step() needs a profile that runs: start() it first");
    Told told{*this};
    run_.next();
  }

  long step_num() const { return run_.step(); }
  ProfilerAction current_action() const { return run_.action(); }

  // Each scope of the last window as a row (of all windows with acc_events), some hundred bytes each. Throws no_result
  // before there is one.
  EventList events() const {
    detail::ResultHandle of = result("events()");
    detail::Stopwatch watch(stats_.function_events_build_tree_call_duration_us);
    return EventList(detail::checked<detail::ListHandle>([&](autoscope_failure *failure) {
                       return detail::ListHandle(autoscope_events(of.get(), failure), autoscope_list_free);
                     }),
                     of);
  }

  // Rows of calls that are alike, of the same windows. Throws no_result, and usage_error for stacks without with_stack.
  EventAverages key_averages(const key_averages_options &by = {}) const {
    detail::ResultHandle of = result("key_averages()");
    detail::Stopwatch watch(stats_.function_events_build_tree_call_duration_us);
    return detail::averagesOf(of, by);
  }
  EventAverages key_averages(bool group_by_input_shape, unsigned group_by_stack_n = 0, bool group_by_module = false,
                             bool group_by_thread = false) const {
    return key_averages({group_by_input_shape, group_by_stack_n, group_by_module, group_by_thread});
  }

  // For Perfetto, chrome://tracing, HTA and TensorBoard; compressed where the name ends in .gz. Of the last window.
  // Throws no_result, and error if it cannot be written.
  void export_chrome_trace(const std::string &path) const { exportAs(1, "export_chrome_trace()", path, ""); }

  // A line for each event: frames from the root, and whole microseconds of self_cpu_time_total or self_cuda_time_total.
  void export_stacks(const std::string &path, const std::string &metric = "self_cpu_time_total") const {
    if (!options_.with_stack)
      throw usage_error("export_stacks() needs a profile with options.with_stack = true");
    exportAs(2, "export_stacks()", path, metric);
  }

  // The memory of tensors over time, of the last window: torch's .json and .json.gz ([times, sizes]), or its
  // .raw.json.gz (single allocations) for HTA. Which tensors are parameters or gradients is not known, so all are of
  // the category "unknown". `device`: "cpu", "cuda:0". Throws no_result; usage_error for another ending, and without
  // profile_memory; not_recorded where libtorch told of nothing on that device.
  void export_memory_timeline(const std::string &path, const std::string &device = "cpu") const {
    if (!options_.profile_memory)
      throw usage_error("export_memory_timeline() needs a profile with options.profile_memory = true");
    exportAs(3, "export_memory_timeline()", path, device.empty() ? "cpu" : device);
  }

  // A member of every trace of this profile that is written from now on. The same key again replaces it. usage_error:
  // the value is no JSON, or the key is one of the trace's own.
  void add_metadata(const std::string &key, const std::string &value) {
    metadata_.set(key, detail::textOf([&](autoscope_failure *failure) {
                    return autoscope_json(value.data(), value.size(), 1, failure);
                  }));
  }
  void add_metadata_json(const std::string &key, const std::string &value) {
    metadata_.set(key, detail::textOf([&](autoscope_failure *failure) {
                    return autoscope_json(value.data(), value.size(), 2, failure);
                  }));
  }
  void preset_metadata_json(const std::string &key, const std::string &value) { add_metadata_json(key, value); }

  // Whether scopes are taken, from now on to the end of the window; those that are open are there. For CPU; of CUDA
  // nothing is recorded in any case. Does nothing between windows. Throws error, as where what stop() says is the case.
  void toggle_collection_dynamic(bool enable, const std::vector<ProfilerActivity> &activities) {
    if (!window_.isRecording() ||
        std::find(activities.begin(), activities.end(), ProfilerActivity::CPU) == activities.end())
      return;
    window_.toggle(enable);
  }

  // Of the window that is recorded, or else the last; 32 hexadecimal digits, or what the callback gives for each.
  std::string get_trace_id() const { return traceId_; }
  void set_custom_trace_id_callback(std::function<std::string()> callback) { makesTraceId_ = std::move(callback); }

  // Counts the events of the last window. Throws no_result before there is one.
  ProfilerStats stats() const {
    if (!last_)
      throw no_result(noResultFor("stats()"));
    ProfilerStats stats = stats_;
    autoscope_facts facts = {};
    facts.size = static_cast<unsigned>(sizeof facts);
    detail::checked<int>(
        [&](autoscope_failure *failure) { return autoscope_result_facts(last_.get(), &facts, failure); });
    stats.profiling_window_duration_sec = static_cast<double>(facts.window_ns) / 1e9;
    stats.number_of_events = facts.scopes;
    stats.lost_events = facts.lost_scopes;
    return stats;
  }

  // The steps that have ended in the last window (in all with acc_events). What GPUs did in them is known once that
  // window has ended.
  StepList per_step() const {
    StepList steps = steps_;
    if (steps.empty() || (accumulated_.empty() && !last_))
      return steps;
    detail::ResultHandle of = result("per_step()");
    std::vector<autoscope_step> plain = detail::plainSteps(steps);
    detail::checked<int>([&](autoscope_failure *failure) {
      return autoscope_result_steps(of.get(), plain.data(), plain.size(), failure);
    });
    for (std::size_t i = 0; i < plain.size(); ++i)
      if (plain[i].device_busy_ns >= 0)
        steps[i].gpu_busy_ns = plain[i].device_busy_ns;
    return steps;
  }

private:
  friend struct detail::ProfileActs<profile>;

  // What is due behind a step, whatever it throws.
  struct Told {
    profile &of;
    ~Told() {
      if (!of.run_.isRunning())
        of.claim_ = detail::Claim();
      if (!of.window_.message.empty())
        autoscope_say(of.window_.message.c_str(), 0);
      of.window_.message.clear();
    }
  };

  static std::string noResultFor(const char *call) {
    return std::string(call) +
           " needs a recorded window: let the profile stop, or its schedule come to the end of a window, first";
  }

  bool names(ProfilerActivity activity) const {
    const auto &wanted = options_.activities;
    return std::find(wanted.begin(), wanted.end(), activity) != wanted.end();
  }

  bool isOfParent() const { return run_.isRunning() && process_ != getpid(); }

  void refuseInHandler(const char *call, const void *frame) {
    if (run_.isInHandler(frame))
      throw usage_error(std::string(call) + " cannot be called by on_trace_ready", {"stop()"});
  }

  detail::ResultHandle result(const char *call) const {
    if (accumulated_.size() == 1)
      return accumulated_[0];
    if (accumulated_.empty() && !last_)
      throw no_result(noResultFor(call));
    if (accumulated_.empty())
      return last_;
    std::vector<autoscope_result *> parts;
    for (const detail::ResultHandle &part : accumulated_)
      parts.push_back(part.get());
    return detail::checked<detail::ResultHandle>([&](autoscope_failure *failure) {
      return detail::ResultHandle(autoscope_result_join(parts.data(), parts.size(), failure), autoscope_result_free);
    });
  }

  // Of the window with this trace id.
  detail::Metadata allMetadata(const std::string &traceId) const {
    detail::Metadata all = metadata_;
    const std::pair<const char *, bool> flags[] = {{"record_shapes", options_.record_shapes},
                                                   {"profile_memory", options_.profile_memory},
                                                   {"with_stack", options_.with_stack},
                                                   {"with_flops", options_.with_flops},
                                                   {"with_modules", options_.with_modules}};
    for (const auto &[name, isOn] : flags)
      if (isOn)
        all.set(name, "1");
    if (!traceId.empty())
      all.set("trace_id", detail::textOf([&](autoscope_failure *failure) {
                return autoscope_json(traceId.data(), traceId.size(), 1, failure);
              }));
    return all;
  }

  void exportAs(unsigned kind, const char *call, const std::string &path, const std::string &metric) const {
    if (!last_)
      throw no_result(noResultFor(call));
    detail::Metadata metadata = allMetadata(lastTraceId_);
    std::vector<autoscope_metadata> plain = metadata.plain();
    autoscope_export wanted = {};
    wanted.size = static_cast<unsigned>(sizeof wanted);
    wanted.kind = kind;
    wanted.path = path.c_str();
    wanted.metric = metric.c_str();
    wanted.metadata = plain.data();
    wanted.metadata_count = plain.size();
    detail::checked<int>(
        [&](autoscope_failure *failure) { return autoscope_result_export(last_.get(), &wanted, failure); });
  }

  options options_;
  detail::Window window_;
  detail::ProfileActs<profile> acts_;
  detail::ScheduleRun<detail::ProfileActs<profile>> run_;
  detail::Claim claim_;
  pid_t process_ = 0;
  detail::ResultHandle last_;
  std::vector<detail::ResultHandle> accumulated_;
  detail::Metadata metadata_;
  std::string traceId_, lastTraceId_;  // of the window that began last, and of last_
  std::function<std::string()> makesTraceId_;
  mutable ProfilerStats stats_;
  StepList steps_;
};

}  // namespace cpp17

}  // namespace autoscope

#endif
