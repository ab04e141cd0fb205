#include "report/TorchOrder.h"

#include <algorithm>

namespace autoscope::report {

namespace {

using model::Average;

const Metric metrics[] = {
#define AUTOSCOPE_TORCH_SORT_KEY(key, unit, number, isKnown)                                                           \
  {#key, Metric::Unit::unit, [](const Average &a) { return static_cast<long double>(number); },                        \
   []([[maybe_unused]] const Average &a) { return isKnown; }},
#include "report/TorchSortKeys.def"
};

const SpreadColumn spreadColumns[] = {
    {"p50", "CPU time p50", [](const model::Spread &spread) { return static_cast<double>(spread.p50Ns); }},
    {"p90", "CPU time p90", [](const model::Spread &spread) { return static_cast<double>(spread.p90Ns); }},
    {"p99", "CPU time p99", [](const model::Spread &spread) { return static_cast<double>(spread.p99Ns); }},
    {"min", "CPU time min", [](const model::Spread &spread) { return static_cast<double>(spread.leastNs); }},
    {"max", "CPU time max", [](const model::Spread &spread) { return static_cast<double>(spread.mostNs); }},
    {"stddev", "CPU time std", [](const model::Spread &spread) { return spread.deviationNs; }},
};

// self_cuda_time_total -> self_device_time_total.
std::string withoutDevice(std::string key) {
  for (std::string_view device : {"privateuse1", "cuda", "xpu"})
    for (size_t at = key.find(device); at != std::string::npos; at = key.find(device, at))
      key.replace(at, device.size(), "device");
  return key;
}

}  // namespace

double averageUs(int64_t ns, uint64_t count) {
  return count == 0 ? 0 : static_cast<double>(ns) / 1000 / static_cast<double>(count);
}

const std::vector<std::string> &torchSortKeys() {
  static const std::vector<std::string> keys = [] {
    std::vector<std::string> names;
    for (const Metric &metric : metrics)
      names.emplace_back(metric.name);
    names.emplace_back("key");
    return names;
  }();
  return keys;
}

const Metric *metricOf(const std::string &key) {
  std::string name = withoutDevice(key);
  for (const Metric &metric : metrics)
    if (name == metric.name)
      return &metric;
  return nullptr;
}

bool isRecorded(const Metric &metric, const std::vector<Average> &rows) {
  return std::any_of(rows.begin(), rows.end(), metric.isKnown);
}

const std::vector<std::string> &torchColumns() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const SpreadColumn &column : spreadColumns)
      all.push_back(column.name);
    return all;
  }();
  return names;
}

const SpreadColumn *spreadColumn(std::string_view name) {
  for (const SpreadColumn &column : spreadColumns)
    if (column.name == name)
      return &column;
  return nullptr;
}

std::string unknownName(const char *what, std::string_view name, const std::vector<std::string> &valid) {
  std::string sentence = std::string("unknown ") + what + " '" + std::string(name) + "'; valid ones are ";
  for (size_t i = 0; i < valid.size(); ++i)
    sentence += (i == 0 ? "" : ", ") + valid[i];
  return sentence;
}

bool orderRows(std::vector<const Average *> &rows, const std::string &sortBy) {
  if (sortBy.empty())
    return true;
  std::string key = withoutDevice(sortBy);
  if (key == "key") {
    std::stable_sort(rows.begin(), rows.end(), [](const Average *a, const Average *b) { return a->key > b->key; });
    return true;
  }
  const Metric *metric = metricOf(key);
  if (!metric)
    return false;
  std::stable_sort(rows.begin(), rows.end(),
                   [of = metric->of](const Average *a, const Average *b) { return of(*a) > of(*b); });
  return true;
}

}  // namespace autoscope::report
