#include "model/Averages.h"

#include "model/CallWalk.h"
#include "model/PairIndex.h"
#include "record/ArgumentText.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace autoscope::model {

namespace {

// Gives each pair a number, from 0.
class Numbers {
public:
  uint32_t of(uint32_t first, uint32_t second) {
    uint32_t number = index_.find(first, second);
    if (number == 0)
      index_.set(number = ++last_);
    return number - 1;
  }

private:
  PairIndex index_;
  uint32_t last_ = 0;
};

// Gives each text a number, from 0.
class Texts {
public:
  uint32_t of(const std::string &text) {
    auto [place, isNew] = index_.try_emplace(text, static_cast<uint32_t>(texts_.size()));
    if (isNew)
      texts_.push_back(text);
    return place->second;
  }
  const std::string &text(uint32_t number) const { return texts_[number]; }

private:
  std::unordered_map<std::string, uint32_t> index_;
  std::vector<std::string> texts_;
};

struct SummedRow {
  Average average;
  SpreadSums spread;
  uint64_t firstNs = ~uint64_t{0};
};

std::string labelOf(const record::Thread &thread) {
  std::string label = "thread " + (thread.tid ? std::to_string(thread.tid) : "#" + std::to_string(thread.uid));
  return thread.name.empty() ? label : label + " (" + std::string(thread.name) + ")";
}

// The rows of one session.
class RowSums {
public:
  RowSums(const record::SessionReader &session, const Grouping &grouping)
      : session_(session), grouping_(grouping), devices_(session),
        walk_(session,
              {grouping.byStack != 0, grouping.functions, grouping.moduleNames, devices_.any() ? &devices_ : nullptr}) {
  }

  std::vector<SummedRow> run() {
    for (size_t number = 0; number < session_.threads().size(); ++number) {
      thread_ = grouping_.byThread ? threads_.of(labelOf(session_.threads()[number])) : 0;
      walk_.run(number, *this);
    }
    return finish();
  }

  void enter(Call &call) {
    call.item = rowOf(call);
    Row &row = rows_[call.item];
    const Scope &scope = call.scope;
    if (row.innermost == 0)
      row.cpuNs += scope.durationNs();
    open_.push_back({row.innermost, 0, {}});
    row.innermost = static_cast<uint32_t>(open_.size());
    if (scope.flops != 0 && row.saying++ == 0)
      row.flops += scope.flops;
    if (scope.startNs <= row.firstNs) {
      row.firstNs = scope.startNs;
      row.isTopLevel = scope.level == 0;
    }
    hasUsage_.cpu |= scope.hasUsage.cpu;
    hasUsage_.device |= scope.hasUsage.device;
    hasHeap_ |= scope.hasHeap;
  }
  void leave(Call &call) {
    Row &row = rows_[call.item];
    row.saying -= call.scope.flops != 0;
    row.innermost = open_.back().around;
    call.insideNs = open_.back().insideNs;
    call.insideUsage = open_.back().insideUsage;
    open_.pop_back();
    addInside(row, call.scope.durationNs(), call.usage);
    if (row.innermost == 0)
      row.usage += call.usage;
  }
  void keep(const Call &call) {
    Row &row = rows_[call.item];
    row.count += call.scope.isCall();
    ++row.scopes;
    row.selfNs += call.selfNs;
    row.selfUsage += call.selfUsage;
    row.heap += call.selfHeap;
    row.spread.add(call.scope.durationNs());
  }
  // Without the rows by shape both are of one row, and its sums hold the outer one alone already.
  void merge(const Call &call, Call &outer) {
    if (call.item == outer.item)
      return;
    Row &row = rows_[call.item];
    // What it called of its own row is now the outermost, or inside of what is around it.
    if (row.innermost == 0) {
      row.cpuNs += call.insideNs - call.scope.durationNs();
      row.usage += call.insideUsage - call.usage;
    }
    addInside(row, call.insideNs - call.scope.durationNs(), call.insideUsage - call.usage);
    if (row.saying == 0)
      row.flops -= call.scope.flops;
    if (rows_[outer.item].saying == 0)
      rows_[outer.item].flops += call.scope.flops;
  }

private:
  struct Row {
    Call first;  // any call of the row: what tells it from others
    uint32_t shapes = 0, thread = 0;
    uint64_t count = 0, scopes = 0, cpuNs = 0, selfNs = 0, flops = 0;
    Usage usage, selfUsage;
    HeapTotals heap;
    uint32_t innermost = 0;  // open call of the row, in open_, plus 1; 0: none
    uint32_t saying = 0;     // how many open calls of the row say their FLOPs
    uint64_t firstNs = ~uint64_t{0};
    bool isTopLevel = true;
    SpreadSums spread;
  };

  struct Open {
    uint32_t around;    // the next call of the same row around it, as Row::innermost
    uint64_t insideNs;  // of the outermost calls of the same row inside it
    Usage insideUsage;  // the same
  };

  void addInside(const Row &row, uint64_t ns, const Usage &usage) {
    if (row.innermost != 0) {
      open_[row.innermost - 1].insideNs += ns;
      open_[row.innermost - 1].insideUsage += usage;
    }
  }

  // Shapes without the types that are recorded with them: rows are by shapes alone. Where none are known, torch's empty
  // list.
  uint32_t shapesOf(uint32_t args) {
    auto [place, isNew] = shapesOfArgs_.try_emplace(args, 0);
    if (isNew) {
      std::string_view shapes = record::parseArgumentText(session_.names().string(args)).shapes;
      place->second = shapes_.of(shapes.empty() ? "[]" : std::string(shapes));
    }
    return place->second;
  }

  uint32_t rowOf(const Call &call) {
    uint32_t number = byName_.of(call.row, grouping_.byModule ? call.place : 0);
    uint32_t shapes = 0;
    if (grouping_.byShape)
      number = byShape_.of(number, shapes = shapesOf(call.scope.args));
    if (grouping_.byThread)
      number = byThread_.of(number, thread_);
    if (grouping_.byStack)
      number = byStack_.of(number, walk_.stacks().innermost(call.stack, grouping_.byStack));
    if (number == rows_.size()) {
      rows_.emplace_back();
      rows_.back().first = call;
      rows_.back().shapes = shapes;
      rows_.back().thread = thread_;
    }
    return number;
  }

  std::vector<SummedRow> finish() {
    std::vector<SummedRow> result;
    for (Row &row : rows_) {
      if (row.scopes == 0)
        continue;
      SummedRow sum;
      Average &average = sum.average;
      average.key = walk_.names().key(row.first.row);
      average.count = row.count;
      average.cpuNs = row.cpuNs;
      average.selfCpuNs = row.selfNs;
      average.flops = row.flops;
      if (hasUsage_.cpu) {
        average.cpuMemory = row.usage.cpu;
        average.selfCpuMemory = row.selfUsage.cpu;
      }
      if (hasUsage_.device) {
        average.deviceMemory = row.usage.device;
        average.selfDeviceMemory = row.selfUsage.device;
      }
      if (devices_.any()) {
        average.deviceNs = static_cast<int64_t>(row.usage.deviceNs);
        average.selfDeviceNs = static_cast<int64_t>(row.selfUsage.deviceNs);
      }
      if (hasHeap_) {
        average.allocated = row.heap.allocated;
        average.allocations = row.heap.allocations;
        average.frees = row.heap.frees;
        average.peak = row.heap.peak;
      }
      if (grouping_.byShape)
        average.shapes = shapes_.text(row.shapes);
      if (grouping_.byModule)
        average.module = walk_.modules().text(row.first.place);
      if (grouping_.byThread)
        average.thread = threads_.text(row.thread);
      if (grouping_.byStack)
        average.stack = walk_.stacks().frames(row.first.stack, grouping_.byStack);
      average.isTopLevel = row.isTopLevel;
      average.isAnnotation = walk_.names().isAnnotation(row.first.scope.site);
      sum.spread = std::move(row.spread);
      sum.firstNs = row.firstNs;
      result.push_back(std::move(sum));
    }
    addDeviceRows(result);
    std::stable_sort(result.begin(), result.end(),
                     [](const SummedRow &a, const SummedRow &b) { return a.firstNs < b.firstNs; });
    return result;
  }

  // Kernels, copies and sets stand alone, as in torch's tables: of each name a row, whoever launched them.
  void addDeviceRows(std::vector<SummedRow> &rows) const {
    std::unordered_map<std::string, size_t> known;
    for (const DeviceActivity &activity : devices_.activities()) {
      std::string name = devices_.name(activity);
      auto [place, isNew] = known.try_emplace(name, rows.size());
      if (isNew) {
        SummedRow &row = rows.emplace_back();
        row.average.key = std::move(name);
        row.average.isDevice = true;
        row.average.deviceNs = row.average.selfDeviceNs = 0;
        row.firstNs = activity.startNs;
      }
      SummedRow &row = rows[place->second];
      ++row.average.count;
      *row.average.deviceNs += static_cast<int64_t>(activity.durationNs());
      *row.average.selfDeviceNs += static_cast<int64_t>(activity.durationNs());
      row.spread.add(activity.durationNs());
    }
  }

  const record::SessionReader &session_;
  const Grouping &grouping_;
  const DeviceWork devices_;
  CallWalk walk_;
  Numbers byName_, byShape_, byThread_, byStack_;
  Texts shapes_, threads_;
  std::unordered_map<uint32_t, uint32_t> shapesOfArgs_;  // by string id
  uint32_t thread_ = 0;
  std::vector<Row> rows_;
  std::vector<Open> open_;
  HasUsage hasUsage_;
  bool hasHeap_ = false;
};

template <class Number> void addTo(std::optional<Number> &sum, const std::optional<Number> &value) {
  if (value)
    sum = sum.value_or(0) + *value;
}

void addMeasures(Measures &sum, const Measures &row) {
  sum.count += row.count;
  sum.cpuNs += row.cpuNs;
  sum.selfCpuNs += row.selfCpuNs;
  sum.flops += row.flops;
  addTo(sum.deviceNs, row.deviceNs);
  addTo(sum.selfDeviceNs, row.selfDeviceNs);
  addTo(sum.cpuMemory, row.cpuMemory);
  addTo(sum.selfCpuMemory, row.selfCpuMemory);
  addTo(sum.deviceMemory, row.deviceMemory);
  addTo(sum.selfDeviceMemory, row.selfDeviceMemory);
  addTo(sum.allocated, row.allocated);
  addTo(sum.allocations, row.allocations);
  addTo(sum.frees, row.frees);
  if (row.peak)
    sum.peak = std::max(sum.peak.value_or(0), *row.peak);
}

}  // namespace

std::vector<Average> averagesOf(const std::vector<const record::SessionReader *> &sessions, const Grouping &grouping) {
  using Key = std::tuple<std::string, std::string, std::string, std::string, std::vector<std::string>, bool, bool>;
  std::vector<SummedRow> rows;
  std::map<Key, size_t> known;  // across sessions rows are one by their text
  for (const record::SessionReader *session : sessions) {
    std::vector<SummedRow> added = RowSums(*session, grouping).run();
    if (sessions.size() == 1) {
      rows = std::move(added);
      break;
    }
    for (SummedRow &row : added) {
      const Average &average = row.average;
      auto [place, isNew] = known.try_emplace(Key(average.key, average.shapes, average.module, average.thread,
                                                  average.stack, average.isAnnotation, average.isDevice),
                                              rows.size());
      if (isNew) {
        rows.push_back(std::move(row));
        continue;
      }
      SummedRow &sum = rows[place->second];
      addMeasures(sum.average, average);
      sum.spread.add(row.spread);
    }
  }
  std::vector<Average> averages;
  averages.reserve(rows.size());
  for (SummedRow &row : rows) {
    row.average.spread = row.spread.finish();
    averages.push_back(std::move(row.average));
  }
  return averages;
}

Average totalOf(const std::vector<Average> &rows) {
  Average total;
  total.key = "Total";
  for (const Average &row : rows)
    addMeasures(total, row);
  return total;
}

}  // namespace autoscope::model
