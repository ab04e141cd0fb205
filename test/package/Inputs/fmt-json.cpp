// Parses, changes and prints JSON, formats through {fmt}, and ends with the number of errors met: enough to run through both libraries'
// templates, exceptions included.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using nlohmann::json;

namespace {

struct Point {
  double x, y;
};
void to_json(json &j, const Point &p) {
  j = json{{"x", p.x}, {"y", p.y}};
}
void from_json(const json &j, Point &p) {
  j.at("x").get_to(p.x);
  j.at("y").get_to(p.y);
}

int parseErrors(const std::vector<std::string> &texts) {
  int errors = 0;
  for (const std::string &text : texts) {
    try {
      fmt::print("{}\n", json::parse(text).dump());
    } catch (const json::exception &error) {
      fmt::print("error {}: {}\n", error.id, error.what());
      ++errors;
    }
  }
  return errors;
}

}  // namespace

int main() {
  std::vector<Point> points;
  for (int i = 0; i < 20; ++i)
    points.push_back({i * 0.5, i * i * 0.25});
  json document = {{"points", points},
                   {"name", "caf\u00e9 \"quoted\"\n"},
                   {"nested", {{"empty", json::array()}, {"none", nullptr}}}};
  std::string text = document.dump(2);
  fmt::print("{}\n", text);

  json again = json::parse(text);
  double sum = 0;
  for (const Point &point : again["points"].get<std::vector<Point>>())
    sum += point.x * point.y;
  fmt::print("{:>12.3f} {:#x} {:e} {}\n", sum, text.size(), sum, again == document);
  fmt::print("{}\n", fmt::join(std::map<std::string, int>{{"a", 1}, {"b", 2}}, "; "));
  for (auto &[key, value] : again.items())
    fmt::print("{}: {}\n", key, value.type_name());
  fmt::print("{}\n", again.flatten().dump());
  fmt::print("{}\n", json::diff(document, json{{"points", 1}}).dump());

  int errors = parseErrors({"[1, 2", "{\"a\": }", "[true, false, null, 1e400]", "\"\\ud800\"", "{}"});
  try {
    fmt::print("{}\n", fmt::format(fmt::runtime("{:d}"), "text"));
  } catch (const fmt::format_error &error) {
    fmt::print("format error: {}\n", error.what());
  }
  return errors;
}
