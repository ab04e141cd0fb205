#include "RowsFile.h"

#include "config/JsonText.h"
#include "report/RowMembers.h"

#include <cerrno>
#include <charconv>
#include <cmath>
#include <fcntl.h>
#include <type_traits>
#include <unistd.h>
#include <utility>

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
    complain(name, std::is_integral_v<Number> ? "a whole number" : "a number");
  }
  template <class Number> void number(const char *name, std::optional<Number> &value) {
    const Json *member = object_.find(name);
    if (member && member->kind != Json::Kind::Null)
      number(name, value.emplace());
  }
  // 0: absent.
  void known(const char *name, uint64_t &value) { number(name, value); }
  void real(const char *name, double &value) {
    number(name, value);
    if (!std::isfinite(value))
      complain(name, "a number");
  }
  // Nothing that is compared, so rows that another program wrote need none.
  void flag(const char *name, bool &value) {
    const Json *member = object_.find(name);
    if (member && member->kind != Json::Kind::True && member->kind != Json::Kind::False)
      return complain(name, "true or false");
    if (member)
      value = member->kind == Json::Kind::True;
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
  if (object.kind != Json::Kind::Object)
    return "it is not an object";
  RowReader reader(object);
  report::visitMembers(row, reader);
  return reader.error();
}

// All of it, or what is before the first text that is no JSON's.
std::string readJson(int fd) {
  std::string text;
  char buffer[1 << 16];
  for (size_t first = std::string::npos;;) {
    ssize_t length = read(fd, buffer, sizeof buffer);
    if (length < 0 && errno == EINTR)
      continue;
    if (length <= 0)
      return text;
    text.append(buffer, static_cast<size_t>(length));
    if (first == std::string::npos)
      first = text.find_first_not_of(" \t\r\n");
    if (first != std::string::npos && text[first] != '[' && text[first] != '{')
      return {};
  }
}

}  // namespace

std::optional<std::string> textOfRows(const std::string &path) {
  // Without O_NONBLOCK a pipe that nobody writes would make us wait.
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0)
    return std::nullopt;
  fcntl(fd, F_SETFL, 0);
  std::string text = readJson(fd);
  close(fd);
  return text.empty() ? std::nullopt : std::optional(std::move(text));
}

std::optional<std::vector<Average>> parseRows(const std::string &path, std::string_view text, std::string &error) {
  config::ParsedJson json = config::parseJson(text);
  if (!json.error.empty()) {
    error = "cannot read " + path + ": " + json.error;
    return std::nullopt;
  }
  if (json.value.kind != Json::Kind::List) {
    error = "cannot read " + path + ": these are no rows of `autoscope report --format json`";
    return std::nullopt;
  }
  if (json.value.items.empty()) {
    error = path + " holds no row";
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
