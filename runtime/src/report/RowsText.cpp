#include "report/RowsText.h"

#include "report/JsonWriter.h"
#include "report/RowMembers.h"
#include "report/Utf8.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <type_traits>

namespace autoscope::report {

namespace {

using model::Average;
using model::Event;

template <class Out> void members(const Average &row, Out &out) {
  visitMembers(row, out);
}

template <class Out> void members(const Event &event, Out &out) {
  members(static_cast<const Average &>(event), out);
  out.text("trace_name", event.traceName);
  out.number("start_ns", event.startNs);
  out.number("end_ns", event.endNs);
  out.number("thread_id", event.tid);
  out.number("sequence_nr", event.sequence < 0 ? std::nullopt : std::optional(event.sequence));
  out.number("fwd_thread", event.forwardThread < 0 ? std::nullopt : std::optional(event.forwardThread));
  out.list("input_types", event.types);
  out.number("cpu_parent", event.parent == Event::noParent ? std::nullopt : std::optional(event.parent));
  out.flag("finished", event.finished);
}

class JsonRow {
public:
  explicit JsonRow(JsonWriter &json) : json_(json) { json_.newLine().beginObject(); }
  ~JsonRow() { json_.endObject(); }
  JsonRow(const JsonRow &) = delete;
  JsonRow &operator=(const JsonRow &) = delete;

  void text(const char *name, const std::string &value) { json_.key(name).string(value); }
  template <class Integer> void number(const char *name, Integer value) { json_.key(name).integer(value); }
  template <class Integer> void number(const char *name, const std::optional<Integer> &value) {
    json_.key(name);
    if (value)
      json_.integer(*value);
    else
      json_.checkedJson("null");
  }
  void known(const char *name, uint64_t value) { number(name, value ? std::optional(value) : std::nullopt); }
  void real(const char *name, double value) { json_.key(name).checkedJson(fmt::format("{:.3f}", value)); }
  void flag(const char *name, bool value) { json_.key(name).boolean(value); }
  void list(const char *name, const std::vector<std::string> &values) {
    json_.key(name).beginArray();
    for (const std::string &value : values)
      json_.string(value);
    json_.endArray();
  }

private:
  JsonWriter &json_;
};

class CsvRow {
public:
  enum class Shows { Names, Values };
  CsvRow(std::string &out, Shows shows) : out_(out), shows_(shows) {}
  ~CsvRow() { out_ += '\n'; }
  CsvRow(const CsvRow &) = delete;
  CsvRow &operator=(const CsvRow &) = delete;

  void text(const char *name, const std::string &value) { field(name, quoted(value)); }
  template <class Integer> void number(const char *name, Integer value) { field(name, std::to_string(value)); }
  template <class Integer> void number(const char *name, const std::optional<Integer> &value) {
    field(name, value ? std::to_string(*value) : "");
  }
  void known(const char *name, uint64_t value) { number(name, value ? std::optional(value) : std::nullopt); }
  void real(const char *name, double value) { field(name, fmt::format("{:.3f}", value)); }
  void flag(const char *name, bool value) { field(name, value ? "true" : "false"); }
  void list(const char *name, const std::vector<std::string> &values) {
    std::string joined;
    for (size_t i = 0; i < values.size(); ++i)
      joined += (i == 0 ? "" : "; ") + values[i];
    field(name, quoted(joined));
  }

private:
  // White space stays, since a quoted field may hold it.
  static std::string printableLines(std::string_view text) {
    std::string result;
    for (size_t at = 0; at < text.size(); ++at) {
      size_t end = std::min(text.find_first_of("\t\r\n", at), text.size());
      result += printable(text.substr(at, end - at));
      if (end < text.size())
        result += text[end];
      at = end;
    }
    return result;
  }
  static std::string quoted(const std::string &value) {
    std::string text = printableLines(value);
    if (text.find_first_of(",\"\r\n") == std::string::npos)
      return text;
    std::string result = "\"";
    for (char c : text)
      result += c == '"' ? "\"\"" : std::string(1, c);
    return result + '"';
  }
  void field(const char *name, const std::string &value) {
    if (!isFirst_)
      out_ += ',';
    isFirst_ = false;
    out_ += shows_ == Shows::Names ? name : value;
  }

  std::string &out_;
  const Shows shows_;
  bool isFirst_ = true;
};

template <class Row> std::string json(const std::vector<Row> &rows) {
  TextBuffer text;
  JsonWriter writer(text);
  writer.beginArray();
  for (const Row &row : rows) {
    JsonRow out(writer);
    members(row, out);
  }
  writer.newLine().endArray();
  text.push_back('\n');
  return std::string(text.view());
}

template <class Row> std::string csv(const std::vector<Row> &rows) {
  std::string text;
  {
    CsvRow heading(text, CsvRow::Shows::Names);
    members(Row(), heading);
  }
  for (const Row &row : rows) {
    CsvRow out(text, CsvRow::Shows::Values);
    members(row, out);
  }
  return text;
}

}  // namespace

std::string rowsJson(const std::vector<Average> &rows) {
  return json(rows);
}

std::string rowsCsv(const std::vector<Average> &rows) {
  return csv(rows);
}

std::string eventsJson(const std::vector<Event> &events) {
  return json(events);
}

std::string eventsCsv(const std::vector<Event> &events) {
  return csv(events);
}

}  // namespace autoscope::report
