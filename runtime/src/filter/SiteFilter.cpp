#include "filter/SiteFilter.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace autoscope::filter {

namespace {

constexpr size_t largest = 1 << 20;
constexpr int notRegular = ENODEV;

// A FIFO would be waited for, and a device may have no end.
FILE *openText(const std::string &path) {
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) {
    errno = errno == ENXIO ? notRegular : errno;  // a socket
    return nullptr;
  }
  struct stat status;
  bool isRegular = fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
  FILE *file = isRegular ? fdopen(fd, "r") : nullptr;
  if (!file) {
    int reason = isRegular ? errno : S_ISDIR(status.st_mode) ? EISDIR : notRegular;
    close(fd);
    errno = reason;
  }
  return file;
}

// False with errno.
bool readText(const std::string &path, std::string &text) {
  FILE *file = openText(path);
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

// As lastMatch() has it.
bool matches(const FilterRule &rule, const Subject &site) {
  return rule.subject == FilterRule::Subject::File
             ? rule.glob.matchesPath(site.file)
             : rule.glob.matches(site.qualifiedName) || rule.glob.matches(site.displayName);
}

}  // namespace

std::string SiteFilter::read(const std::string &path) {
  std::string text, why;
  if (!readText(path, text))
    return "filter file " + path +
           " cannot be read: " + (errno == notRegular ? "it is not a regular file" : strerror(errno));
  std::vector<FilterRule> rules;
  if (!parseFilterFile(text, rules, why))
    return "filter file " + path + ", " + why;
  rules_ = std::move(rules);
  matched_.reset(new std::atomic<bool>[rules_.size()]());
  return {};
}

std::vector<std::string> SiteFilter::unmatched() const {
  std::vector<std::string> texts;
  for (size_t i = 0; i < rules_.size(); ++i)
    if (!matched_[i])
      texts.push_back((rules_[i].action == FilterRule::Action::Include ? "include " : "exclude ") +
                      std::string(rules_[i].subject == FilterRule::Subject::File ? "file:" : "") +
                      rules_[i].glob.pattern());
  return texts;
}

bool SiteFilter::admits(const Subject &site) const {
  if (rules_.empty())
    return true;
  for (size_t i = 0; i < rules_.size(); ++i)
    if (!matched_[i] && matches(rules_[i], site))
      matched_[i] = true;
  const FilterRule *rule = lastMatch(rules_, site);
  return (rule ? rule->action : rules_.front().action) ==
         (rule ? FilterRule::Action::Include : FilterRule::Action::Exclude);
}

}  // namespace autoscope::filter
