#include "RowsFile.h"

#include "config/JsonText.h"

#include <charconv>
#include <fstream>
#include <iterator>

namespace autoscope::tool {

namespace {

using config::Json;
using model::Average;

// Of one object; the first thing that is wrong is kept.
class RowReader {
public:
  explicit RowReader(const Json &object) : object_(object) {}

  template <class Number> void number(const char *name, Number &value) {
    const Json *member = object_.find(name);
    if (member && member->kind == Json::Kind::Null)
      return;
    if (member && member->kind == Json::Kind::Number) {
      const std::string &text = member->text;
      auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
      if (parsed.ec == std::errc() && parsed.ptr == text.data() + text.size())
        return;
    }
    complain(name, "a whole number");
  }
  template <class Number> void number(const char *name, std::optional<Number> &value) {
    const Json *member = object_.find(name);
    if (member && member->kind != Json::Kind::Null)
      number(name, value.emplace());
  }
  void text(const char *name, std::string &value) {
    const Json *member = object_.find(name);
    if (member && member->kind == Json::Kind::Text)
      value = member->text;
    else
      complain(name, "a text");
  }
  void list(const char *name, std::vector<std::string> &value) {
    const Json *member = object_.find(name);
    if (!member || member->kind != Json::Kind::List)
      return complain(name, "a list");
    for (const Json &item : member->items)
      value.push_back(item.text);
  }
  const std::string &error() const { return error_; }

private:
  void complain(const char *name, const char *what) {
    if (error_.empty())
      error_ = "its " + std::string(name) + " is not " + what;
  }

  const Json &object_;
  std::string error_;
};

std::string readRow(const Json &object, Average &row) {
  RowReader reader(object);
  reader.text("key", row.key);
  reader.number("count", row.count);
  reader.number("cpu_time_total_ns", row.cpuNs);
  reader.number("self_cpu_time_total_ns", row.selfCpuNs);
  reader.number("device_time_total_ns", row.deviceNs);
  reader.number("self_device_time_total_ns", row.selfDeviceNs);
  reader.number("cpu_memory_usage", row.cpuMemory);
  reader.number("self_cpu_memory_usage", row.selfCpuMemory);
  reader.number("device_memory_usage", row.deviceMemory);
  reader.number("self_device_memory_usage", row.selfDeviceMemory);
  reader.number("flops", row.flops);
  reader.text("input_shapes", row.shapes);
  reader.list("stack", row.stack);
  reader.text("module", row.module);
  reader.text("thread", row.thread);
  reader.number("min_ns", row.spread.leastNs);
  reader.number("max_ns", row.spread.mostNs);
  reader.number("p50_ns", row.spread.p50Ns);
  reader.number("p90_ns", row.spread.p90Ns);
  reader.number("p99_ns", row.spread.p99Ns);
  return reader.error();
}

}  // namespace

bool isRowsFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  char first = 0;
  return file >> first && (first == '[' || first == '{');
}

std::optional<std::vector<Average>> readRowsFile(const std::string &path, std::string &error) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  config::ParsedJson json = config::parseJson(text);
  if (!json.error.empty()) {
    error = "cannot read " + path + ": " + json.error;
    return std::nullopt;
  }
  if (json.value.kind != Json::Kind::List) {
    error = "cannot read " + path + ": these are no rows of `autoscope report --format json`";
    return std::nullopt;
  }
  std::vector<Average> rows;
  for (const Json &object : json.value.items)
    if (std::string wrong = readRow(object, rows.emplace_back()); !wrong.empty()) {
      error = "cannot read " + path + ": row " + std::to_string(rows.size()) + ": " + wrong;
      return std::nullopt;
    }
  return rows;
}

}  // namespace autoscope::tool
