// The members of a row in JSON and CSV, in their order: one list for what writes them (RowsText) and for what reads
// them back (the tool's RowsFile), so that no number is written and not read.
//
// `Row` is an Average, const where it is written. `Out` takes each member's name with its value by a function for its
// kind: text, number (also optional: absent), known (a number of which 0 means that it is absent), real, flag, list.
#pragma once

#include "model/Averages.h"

#include <type_traits>

namespace autoscope::report {

template <class Row, class Out> void visitMembers(Row &row, Out &out) {
  static_assert(std::is_same_v<std::remove_const_t<Row>, model::Average>);
  out.text("key", row.key);
  out.number("count", row.count);
  out.number("cpu_time_total_ns", row.cpuNs);
  out.number("self_cpu_time_total_ns", row.selfCpuNs);
  out.number("device_time_total_ns", row.deviceNs);
  out.number("self_device_time_total_ns", row.selfDeviceNs);
  out.number("cpu_memory_usage", row.cpuMemory);
  out.number("self_cpu_memory_usage", row.selfCpuMemory);
  out.number("device_memory_usage", row.deviceMemory);
  out.number("self_device_memory_usage", row.selfDeviceMemory);
  out.number("allocated_memory", row.allocated);
  out.number("allocations", row.allocations);
  out.number("frees", row.frees);
  out.number("peak_memory", row.peak);
  out.known("flops", row.flops);
  out.text("input_shapes", row.shapes);
  out.list("stack", row.stack);
  out.text("module", row.module);
  out.text("thread", row.thread);
  out.flag("is_async", row.isAsync);
  out.flag("is_top_level", row.isTopLevel);
  out.flag("is_user_annotation", row.isAnnotation);
  out.number("min_ns", row.spread.leastNs);
  out.number("max_ns", row.spread.mostNs);
  out.number("p50_ns", row.spread.p50Ns);
  out.number("p90_ns", row.spread.p90Ns);
  out.number("p99_ns", row.spread.p99Ns);
  out.real("stddev_ns", row.spread.deviationNs);
}

}  // namespace autoscope::report
