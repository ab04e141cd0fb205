#include "results/Lists.h"

#include "model/Profile.h"
#include "report/LossReport.h"
#include "results/Result.h"
#include "results/Text.h"

#include <algorithm>
#include <cstring>

using namespace autoscope;
using namespace autoscope::results;

namespace {

bool lostAnything(const record::SessionReader &session) {
  return !session.losses().empty() || session.damage().any() || session.killed() || session.writtenNs();
}

std::string lossesOf(const std::vector<const record::SessionReader *> &sessions) {
  std::string lines;
  model::ProfileOptions rows;
  rows.detail = model::Detail::Rows;
  for (const record::SessionReader *session : sessions)
    if (lostAnything(*session))
      lines += report::lossReport(model::buildProfile(*session, rows));
  return lines;
}

template <class Row> void dropStacks(std::vector<Row> &rows) {
  for (Row &row : rows)
    row.stack.clear();
}

void fillMeasures(const model::Average &from, autoscope_row &to) {
  to.count = static_cast<int64_t>(from.count);
  to.cpu_ns = static_cast<int64_t>(from.cpuNs);
  to.self_cpu_ns = static_cast<int64_t>(from.selfCpuNs);
  to.flops = from.flops;
  const struct {
    const std::optional<int64_t> &total, &self;
    unsigned bit;
    int64_t &toTotal, &toSelf;
  } optional[] = {
      {from.deviceNs, from.selfDeviceNs, autoscope_has_device_time, to.device_ns, to.self_device_ns},
      {from.cpuMemory, from.selfCpuMemory, autoscope_has_cpu_memory, to.cpu_memory, to.self_cpu_memory},
      {from.deviceMemory, from.selfDeviceMemory, autoscope_has_device_memory, to.device_memory, to.self_device_memory}};
  for (const auto &each : optional) {
    to.present |= each.total ? each.bit : 0;
    each.toTotal = each.total.value_or(0);
    each.toSelf = each.self.value_or(0);
  }
  to.min_ns = static_cast<int64_t>(from.spread.leastNs);
  to.max_ns = static_cast<int64_t>(from.spread.mostNs);
  to.p50_ns = static_cast<int64_t>(from.spread.p50Ns);
  to.p90_ns = static_cast<int64_t>(from.spread.p90Ns);
  to.p99_ns = static_cast<int64_t>(from.spread.p99Ns);
  to.stddev_ns = from.spread.deviationNs;
}

void fillAverage(const model::Average &from, autoscope_row &to) {
  to.key = to.name = to.trace_name = from.key.c_str();
  to.input_shapes = from.shapes.c_str();
  to.module = from.module.c_str();
  to.thread = from.thread.c_str();
  to.frames = from.stack.size();
  to.flags = (from.isAsync ? autoscope_row_is_async : 0u) | (from.isTopLevel ? autoscope_row_is_top_level : 0u) |
             (from.isAnnotation ? autoscope_row_is_annotation : 0u) | autoscope_row_is_finished;
  fillMeasures(from, to);
}

void fillEvent(const model::Event &from, autoscope_row &to) {
  fillAverage(from, to);
  to.trace_name = from.traceName.c_str();
  to.thread_id = from.tid;
  to.types = from.types.size();
  to.start_ns = static_cast<int64_t>(from.startNs);
  to.end_ns = static_cast<int64_t>(from.endNs);
  if (from.sequence >= 0) {
    to.present |= autoscope_has_sequence;
    to.sequence = from.sequence;
  }
  if (from.forwardThread >= 0) {
    to.present |= autoscope_has_forward_thread;
    to.forward_thread = from.forwardThread;
  }
  if (from.parent != model::Event::noParent) {
    to.present |= autoscope_has_parent;
    to.parent = from.parent;
  }
  if (!from.finished)
    to.flags &= ~unsigned{autoscope_row_is_finished};
}

}  // namespace

extern "C" {

autoscope_list *autoscope_events(autoscope_result *result, autoscope_failure *failure) {
  return orFail(failure, [&] {
    auto list = std::make_unique<autoscope_list>();
    list->isOfEvents = true;
    model::EventOptions options;
    options.stacks = result->hasStacks;
    withSessions(*result, [&](const auto &sessions) {
      list->events = model::eventsOf(sessions, options);
      list->losses = lossesOf(sessions);
    });
    return list.release();
  });
}

autoscope_list *autoscope_averages(autoscope_result *result, const autoscope_grouping *grouping,
                                   autoscope_failure *failure) {
  return orFail(failure, [&] {
    if (grouping->stack_n && !result->hasStacks) {
      fail(failure, autoscope_bad_usage, "group_by_stack_n needs a profile with options.with_stack = true");
      return static_cast<autoscope_list *>(nullptr);
    }
    model::Grouping by;
    by.byShape = grouping->by & 1;
    by.byModule = grouping->by & 2;
    by.byThread = grouping->by & 4;
    by.byStack = grouping->stack_n;
    auto list = std::make_unique<autoscope_list>();
    withSessions(*result, [&](const auto &sessions) {
      list->averages = model::averagesOf(sessions, by);
      list->losses = lossesOf(sessions);
    });
    if (!result->hasStacks)
      dropStacks(list->averages);
    return list.release();
  });
}

void autoscope_list_free(autoscope_list *list) {
  delete list;
}

size_t autoscope_list_size(const autoscope_list *list) {
  return list->size();
}

int autoscope_list_row(const autoscope_list *list, size_t index, autoscope_row *row) {
  if (index >= list->size())
    return 0;
  autoscope_row whole = {};
  if (list->isOfEvents)
    fillEvent(list->events[index], whole);
  else
    fillAverage(list->averages[index], whole);
  whole.size = std::min(row->size, static_cast<unsigned>(sizeof whole));
  memcpy(row, &whole, whole.size);
  return 1;
}

const char *autoscope_list_item(const autoscope_list *list, size_t index, unsigned what, size_t number) {
  if (index >= list->size() || (what == 2 && !list->isOfEvents))
    return nullptr;
  const std::vector<std::string> &items = what == 2 ? list->events[index].types : list->average(index).stack;
  return number < items.size() ? items[number].c_str() : nullptr;
}

autoscope_list *autoscope_list_total(const autoscope_list *list, autoscope_failure *failure) {
  return orFail(failure, [&] {
    auto total = std::make_unique<autoscope_list>();
    total->averages.push_back(model::totalOf(list->asAverages()));
    return total.release();
  });
}

}  // extern "C"
