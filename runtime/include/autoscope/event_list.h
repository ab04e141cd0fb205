#if defined(__clang__)
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif
// The rows of a profile: torch's FunctionEventAvg and FunctionEvent, with integer nanoseconds inside.
//
// Plain values, made on demand by profile::events() and key_averages(). Times are CLOCK_MONOTONIC's. What no source
// measures is absent, not zero. C++17.
#ifndef AUTOSCOPE_EVENT_LIST_H
#define AUTOSCOPE_EVENT_LIST_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace autoscope {

// Calls of one key summed up; of a single event, count is 1.
struct FunctionEventAvg {
  std::string key;
  std::int64_t count = 0;
  std::int64_t cpu_time_total_ns = 0, self_cpu_time_total_ns = 0;  // total: with callees; recursion counts once
  std::optional<std::int64_t> device_time_total_ns, self_device_time_total_ns;
  std::optional<std::int64_t> cpu_memory_usage, self_cpu_memory_usage;  // bytes, allocated less freed
  std::optional<std::int64_t> device_memory_usage, self_device_memory_usage;
  std::uint64_t flops = 0;         // 0: none known
  std::string input_shapes;        // "[[5, 3], []]"; empty unless rows are grouped by it
  std::vector<std::string> stack;  // "file(line): name", innermost first
  std::string module, thread;      // empty unless rows are grouped by them
  bool is_async = false;
  bool is_top_level = true;  // of averages: the first call was
  bool is_user_annotation = false;
  // Of the CPU time of one call.
  std::int64_t min_ns = 0, max_ns = 0, p50_ns = 0, p90_ns = 0, p99_ns = 0;
  double stddev_ns = 0;

  // In microseconds, torch's unit.
  double cpu_time_total() const { return static_cast<double>(cpu_time_total_ns) / 1000; }
  double self_cpu_time_total() const { return static_cast<double>(self_cpu_time_total_ns) / 1000; }
  double cpu_time() const { return count ? cpu_time_total() / static_cast<double>(count) : 0; }
};

struct FunctionEvent : FunctionEventAvg {
  std::string name;                         // as rows show it; `key` has ProfilerStep* for ProfilerStep#3
  std::string trace_name;                   // as it ran
  std::int64_t start_ns = 0, end_ns = 0;    // since the start of the window
  std::uint32_t thread_id = 0;              // the kernel's; 0: unknown
  std::optional<std::int64_t> sequence_nr;  // torch's
  std::vector<std::string> input_types;
  std::size_t id = 0;                     // index in its list
  std::optional<std::size_t> cpu_parent;  // index in its list
  bool finished = true;                   // false: open when the window ended, which is then its end
};

struct key_averages_options {
  bool group_by_input_shape = false;
  unsigned group_by_stack_n = 0;  // innermost frames that tell rows apart
  bool group_by_module = false;
  bool group_by_thread = false;
};

enum class TorchStyle { v1_13, newest };  // units of memory: "Kb" or "KB"

struct table_options {
  std::string sort_by;   // empty: order of the first call
  long row_limit = 100;  // -1: all
  std::optional<std::size_t> max_src_column_width = 75, max_name_column_width = 55, max_shapes_column_width = 80;
  std::optional<std::string> header;
  bool top_level_events_only = false;
  std::string time_unit;             // "s", "ms", "us"; else by size
  std::vector<std::string> columns;  // further ones: p50 p90 p99 min max stddev
  TorchStyle style = TorchStyle::newest;
};

}  // namespace autoscope

#endif
