#include "filter/SnapshotRules.h"

namespace autoscope::filter {

namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  return text;
}

// "250 us"; 0: it is no time.
uint64_t nanoseconds(std::string_view text) {
  uint64_t number = 0;
  size_t digits = 0;
  for (; digits < text.size() && digits < 9 && text[digits] >= '0' && text[digits] <= '9'; ++digits)
    number = number * 10 + uint64_t(text[digits] - '0');
  std::string_view unit = trimmed(text.substr(digits));
  uint64_t scale = unit == "ns" ? 1 : unit == "us" ? 1000 : unit == "ms" ? 1000000 : unit == "s" ? 1000000000 : 0;
  return number * scale;
}

}  // namespace

std::string SnapshotRules::read(std::string_view text) {
  std::vector<SnapshotRule> rules;
  bool isGiven = !text.empty();
  while (!trimmed(text).empty()) {
    size_t end = std::min(text.find(';'), text.size());
    std::string rule(trimmed(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (rule.empty())
      continue;
    // The last one: names may hold operator> and templates.
    size_t sign = rule.rfind('>');
    uint64_t ns = sign == std::string::npos ? 0 : nanoseconds(trimmed(std::string_view(rule).substr(sign + 1)));
    if (ns == 0)
      return "'" + rule + "' is not GLOB > TIME, with a whole time above 0 as 250us, 5ms or 2s";
    std::string why;
    std::optional<Glob> glob = Glob::parse(trimmed(std::string_view(rule).substr(0, sign)), why);
    if (!glob)
      return "'" + rule + "': " + why;
    if (rules.size() == most)
      return "there are more than " + std::to_string(most) + " rules";
    rules.push_back({*glob, ns, rule});
  }
  if (isGiven && rules.empty())
    return "there is no rule, as 'Server::handle > 5ms'";
  rules_ = std::move(rules);
  matched_.reset(new std::atomic<bool>[rules_.size()]());
  return {};
}

uint32_t SnapshotRules::ruleFor(std::string_view qualifiedName, std::string_view name) const {
  uint32_t first = 0;
  for (size_t i = 0; i < rules_.size(); ++i)
    if (rules_[i].glob.matches(qualifiedName) || rules_[i].glob.matches(name)) {
      matched_[i] = true;
      first = first ? first : uint32_t(i + 1);
    }
  return first;
}

std::vector<std::string> SnapshotRules::unmatched() const {
  std::vector<std::string> texts;
  for (size_t i = 0; i < rules_.size(); ++i)
    if (!matched_[i])
      texts.push_back(rules_[i].text);
  return texts;
}

}  // namespace autoscope::filter
