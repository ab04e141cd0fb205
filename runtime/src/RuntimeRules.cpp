// Rules of the user's: which functions they let in, and those that were for nothing, since a name that is spelled
// wrongly looks like a program that is fast.
#include "Runtime.h"

#include "Message.h"
#include "hot/SiteFlags.h"

#include <algorithm>

namespace autoscope {

namespace {

constexpr size_t mostNamed = 5;

// Empty, or half a sentence.
std::string namesOf(const std::vector<std::string> &rules, const char *variable) {
  std::string text;
  size_t named = std::min(rules.size(), mostNamed), more = rules.size() - named;
  for (size_t i = 0; i < named; ++i)
    text += (i == 0 ? "'" : i + 1 == named && more == 0 ? " or '" : ", '") + rules[i] + "'";
  if (more)
    text += " or " + std::to_string(more) + " more";
  return text.empty() ? text : text + " of " + variable;
}

}  // namespace

collect::Collector::Admission Runtime::admissionOf(const __autoscope_site &site) const noexcept {
  using hot::InfoField;
  bool admitted = filter_.admits({hot::infoField(site, InfoField::QualifiedName), hot::infoField(site, InfoField::Name),
                                  hot::infoField(site, InfoField::File)});
  return admitted ? collect::Collector::Admission::Record : collect::Collector::Admission::FilterOut;
}

std::string Runtime::unmatchedRules() const {
  std::string filter = namesOf(filter_.unmatched(), "AUTOSCOPE_FILTER");
  std::string snapshots = namesOf(snapshotRules_.unmatched(), "AUTOSCOPE_SNAPSHOT_WHEN");
  std::string all = filter + (filter.empty() || snapshots.empty() ? "" : ", nor ") + snapshots;
  return all.empty() ? all : "no function that ran matched " + all;
}

void Runtime::tellOfUnmatchedRules() {
  if (std::string sentence = profiles_ && tellsOfRules_ ? unmatchedRules() : std::string(); !sentence.empty())
    say(sentence);
}

}  // namespace autoscope
