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

#include "autoscope/detail/handles.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <ostream>
#include <string>
#include <type_traits>
#include <utility>
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
  std::string input_shapes;        // "[[5, 3], []]", none: "[]"; empty unless rows are grouped by it
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
  std::optional<std::int64_t> fwd_thread;   // of a backward node: torch's number of the forward thread; else 0
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

namespace detail {

inline std::optional<std::int64_t> ifPresent(const autoscope_row &row, unsigned bit, std::int64_t value) {
  return row.present & bit ? std::optional<std::int64_t>(value) : std::nullopt;
}

inline void readRow(const autoscope_list *list, std::size_t index, const autoscope_row &row, FunctionEventAvg &to) {
  to.key = row.key;
  to.count = row.count;
  to.cpu_time_total_ns = row.cpu_ns;
  to.self_cpu_time_total_ns = row.self_cpu_ns;
  to.device_time_total_ns = ifPresent(row, autoscope_has_device_time, row.device_ns);
  to.self_device_time_total_ns = ifPresent(row, autoscope_has_device_time, row.self_device_ns);
  to.cpu_memory_usage = ifPresent(row, autoscope_has_cpu_memory, row.cpu_memory);
  to.self_cpu_memory_usage = ifPresent(row, autoscope_has_cpu_memory, row.self_cpu_memory);
  to.device_memory_usage = ifPresent(row, autoscope_has_device_memory, row.device_memory);
  to.self_device_memory_usage = ifPresent(row, autoscope_has_device_memory, row.self_device_memory);
  to.flops = row.flops;
  to.input_shapes = row.input_shapes;
  for (std::size_t i = 0; i < row.frames; ++i)
    to.stack.emplace_back(autoscope_list_item(list, index, 1, i));
  to.module = row.module;
  to.thread = row.thread;
  to.is_async = row.flags & autoscope_row_is_async;
  to.is_top_level = row.flags & autoscope_row_is_top_level;
  to.is_user_annotation = row.flags & autoscope_row_is_annotation;
  to.min_ns = row.min_ns;
  to.max_ns = row.max_ns;
  to.p50_ns = row.p50_ns;
  to.p90_ns = row.p90_ns;
  to.p99_ns = row.p99_ns;
  to.stddev_ns = row.stddev_ns;
}

inline void readRow(const autoscope_list *list, std::size_t index, const autoscope_row &row, FunctionEvent &to) {
  readRow(list, index, row, static_cast<FunctionEventAvg &>(to));
  to.name = row.key;
  to.trace_name = row.trace_name;
  to.start_ns = row.start_ns;
  to.end_ns = row.end_ns;
  to.thread_id = row.thread_id;
  to.sequence_nr = ifPresent(row, autoscope_has_sequence, row.sequence);
  to.fwd_thread = ifPresent(row, autoscope_has_forward_thread, row.forward_thread);
  for (std::size_t i = 0; i < row.types; ++i)
    to.input_types.emplace_back(autoscope_list_item(list, index, 2, i));
  to.id = index;
  if (row.present & autoscope_has_parent)
    to.cpu_parent = row.parent;
  to.finished = row.flags & autoscope_row_is_finished;
}

}  // namespace detail

// Rows in order: of averages, that of the first call; of events, by start, those around first. Immutable, cheap to
// copy, and good for longer than the profile that it is of. Each access makes a row, so keep one rather than ask twice.
template <class Row> class basic_event_list {
public:
  basic_event_list() = default;
  explicit basic_event_list(detail::ListHandle list) : list_(std::move(list)) {}

  std::size_t size() const { return list_ ? autoscope_list_size(list_.get()) : 0; }
  bool empty() const { return size() == 0; }
  // `index` below size().
  Row operator[](std::size_t index) const {
    autoscope_row row = {};
    row.size = static_cast<unsigned>(sizeof row);
    Row made;
    if (list_ && autoscope_list_row(list_.get(), index, &row))
      detail::readRow(list_.get(), index, row, made);
    return made;
  }

  class iterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Row;
    using difference_type = std::ptrdiff_t;
    using pointer = const Row *;
    using reference = const Row &;
    iterator(const basic_event_list *list, std::size_t index) : list_(list), index_(index) {}
    // Good until the iterator moves on.
    const Row &operator*() const {
      if (!row_)
        row_ = (*list_)[index_];
      return *row_;
    }
    const Row *operator->() const { return &**this; }
    iterator &operator++() {
      row_.reset();
      ++index_;
      return *this;
    }
    iterator operator++(int) {
      iterator before(list_, index_);
      ++*this;
      return before;
    }
    bool operator==(const iterator &other) const { return index_ == other.index_; }
    bool operator!=(const iterator &other) const { return index_ != other.index_; }

  private:
    const basic_event_list *list_;
    std::size_t index_;
    mutable std::optional<Row> row_;  // made when it is asked for
  };
  iterator begin() const { return iterator(this, 0); }
  iterator end() const { return iterator(this, size()); }

  // torch's table, character for character, and below it what was lost, if anything was. Empty for an empty list.
  // Throws usage_error for a key or a column that does not exist, with those that do.
  std::string table(const table_options &options = {}) const {
    auto width = [](const std::optional<std::size_t> &most) {
      return most ? static_cast<std::int64_t>(*most) : std::int64_t{-1};
    };
    std::string columns;
    for (const std::string &column : options.columns)
      columns += column + "\n";
    autoscope_table wanted = {};
    wanted.size = static_cast<unsigned>(sizeof wanted);
    wanted.flags = (options.top_level_events_only ? 1u : 0u) | (options.style == TorchStyle::v1_13 ? 2u : 0u);
    wanted.sort_by = options.sort_by.c_str();
    wanted.row_limit = options.row_limit;
    wanted.source_width = width(options.max_src_column_width);
    wanted.name_width = width(options.max_name_column_width);
    wanted.shapes_width = width(options.max_shapes_column_width);
    wanted.header = options.header ? options.header->c_str() : nullptr;
    wanted.time_unit = options.time_unit.c_str();
    wanted.columns = columns.c_str();
    return list_ ? detail::textOf(
                       [&](autoscope_failure *failure) { return autoscope_list_table(list_.get(), &wanted, failure); })
                 : std::string();
  }

  // Sums over all rows, under the key "Total".
  FunctionEventAvg total_average() const {
    if (!list_)
      return FunctionEventAvg();
    detail::ListHandle total = detail::checked<detail::ListHandle>([&](autoscope_failure *failure) {
      return detail::ListHandle(autoscope_list_total(list_.get(), failure), autoscope_list_free);
    });
    return basic_event_list<FunctionEventAvg>(total)[0];
  }

  // In microseconds, of all rows.
  double self_cpu_time_total() const { return total_average().self_cpu_time_total(); }

  // For data frames: an object, or a line, for each row; integers of nanoseconds and bytes; absent: null, or empty.
  std::string to_json() const { return text(1); }
  std::string to_csv() const { return text(2); }

protected:
  std::string text(unsigned format) const {
    return list_ ? detail::textOf(
                       [&](autoscope_failure *failure) { return autoscope_list_text(list_.get(), format, failure); })
                 : std::string();
  }

  detail::ListHandle list_;
};

using EventAverages = basic_event_list<FunctionEventAvg>;

namespace detail {

inline EventAverages averagesOf(const ResultHandle &result, const key_averages_options &by) {
  autoscope_grouping grouping = {};
  grouping.size = static_cast<unsigned>(sizeof grouping);
  grouping.by = (by.group_by_input_shape ? 1u : 0u) | (by.group_by_module ? 2u : 0u) | (by.group_by_thread ? 4u : 0u);
  grouping.stack_n = by.group_by_stack_n;
  return EventAverages(checked<ListHandle>([&](autoscope_failure *failure) {
    return ListHandle(autoscope_averages(result.get(), &grouping, failure), autoscope_list_free);
  }));
}

}  // namespace detail

// Keeps what was recorded, besides.
class EventList : public basic_event_list<FunctionEvent> {
public:
  EventList() = default;
  EventList(detail::ListHandle list, detail::ResultHandle result)
      : basic_event_list(std::move(list)), result_(std::move(result)) {}

  // Rows of events that are alike. Throws usage_error for stacks that were not asked for when the profile began.
  EventAverages key_averages(const key_averages_options &by = {}) const {
    return result_ ? detail::averagesOf(result_, by) : EventAverages();
  }

private:
  detail::ResultHandle result_;
};

template <class Row> std::ostream &operator<<(std::ostream &out, const basic_event_list<Row> &list) {
  return out << list.table();
}

}  // namespace autoscope

#endif
