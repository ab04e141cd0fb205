#include "filter/FilterFile.h"

namespace autoscope::filter {
namespace {

constexpr std::string_view blanks = " \t\r";
constexpr std::string_view filePrefix = "file:";

std::string_view trim(std::string_view text) {
  std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// Text for a message: a file that is no filter file at all must not be printed line for line.
std::string quoted(std::string_view text) {
  constexpr std::size_t most = 60;
  std::string shown = "'";
  for (char c : text.substr(0, most))
    shown.push_back(c < ' ' || c > '~' ? '?' : c);
  return shown + (text.size() > most ? "...'" : "'");
}

}  // namespace

bool parseFilterRule(FilterRule::Action action, std::string_view text, std::vector<FilterRule> &rules,
                     std::string &why) {
  FilterRule::Subject subject = FilterRule::Subject::Function;
  std::string_view pattern = text;
  if (pattern.substr(0, filePrefix.size()) == filePrefix) {
    subject = FilterRule::Subject::File;
    pattern.remove_prefix(filePrefix.size());
  }
  std::string reason;
  std::optional<Glob> glob = Glob::parse(pattern, reason);
  if (!glob) {
    why = "bad glob " + quoted(text) + ": " + reason;
    return false;
  }
  rules.push_back({action, subject, std::move(*glob)});
  return true;
}

const FilterRule *lastMatch(const std::vector<FilterRule> &rules, const Subject &subject) {
  for (auto rule = rules.rbegin(); rule != rules.rend(); ++rule) {
    bool hit = rule->subject == FilterRule::Subject::File
                   ? rule->glob.matchesPath(subject.file)
                   : rule->glob.matches(subject.qualifiedName) || rule->glob.matches(subject.displayName);
    if (hit)
      return &*rule;
  }
  return nullptr;
}

bool parseFilterFile(std::string_view text, std::vector<FilterRule> &rules, std::string &why) {
  for (unsigned number = 1; !text.empty(); ++number) {
    std::size_t end = text.find('\n');
    std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty() || line.front() == '#')
      continue;

    std::size_t space = line.find_first_of(blanks);
    std::string_view verb = line.substr(0, space);
    std::string_view rest = space == std::string_view::npos ? std::string_view() : trim(line.substr(space));
    std::string reason;
    if (verb != "include" && verb != "exclude")
      reason = "expected 'include GLOB' or 'exclude GLOB', found " + quoted(line);
    else
      parseFilterRule(verb == "include" ? FilterRule::Action::Include : FilterRule::Action::Exclude, rest, rules,
                      reason);
    if (!reason.empty()) {
      why = "line " + std::to_string(number) + ": " + reason;
      return false;
    }
  }
  return true;
}

}  // namespace autoscope::filter
