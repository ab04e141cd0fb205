#include "filter/SiteFilter.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace autoscope::filter {

namespace {

constexpr size_t largest = 1 << 20;  // FILE may be /dev/zero

// False with errno.
bool readText(const std::string &path, std::string &text) {
  FILE *file = fopen(path.c_str(), "re");
  if (!file)
    return false;
  char buffer[4096];
  for (size_t bytes; text.size() <= largest && (bytes = fread(buffer, 1, sizeof buffer, file)) > 0;)
    text.append(buffer, bytes);
  int error = ferror(file) ? errno : text.size() > largest ? EFBIG : 0;
  fclose(file);
  errno = error;
  return error == 0;
}

}  // namespace

std::string SiteFilter::read(const std::string &path) {
  std::string text, why;
  if (!readText(path, text))
    return "filter file " + path + " cannot be read: " + strerror(errno);
  std::vector<FilterRule> rules;
  if (!parseFilterFile(text, rules, why))
    return "filter file " + path + ", " + why;
  rules_ = std::move(rules);
  return {};
}

bool SiteFilter::admits(const Subject &site) const {
  if (rules_.empty())
    return true;
  const FilterRule *rule = lastMatch(rules_, site);
  return (rule ? rule->action : rules_.front().action) ==
         (rule ? FilterRule::Action::Include : FilterRule::Action::Exclude);
}

}  // namespace autoscope::filter
