#include "FilterSuggestion.h"

#include "filter/FilterFile.h"
#include "model/RowIndex.h"
#include "record/SessionInfo.h"
#include "report/CostReport.h"
#include "report/LossReport.h"
#include "report/Numbers.h"
#include "report/Utf8.h"

#include <algorithm>
#include <map>

namespace autoscope::tool {

namespace {

constexpr size_t numberWidth = 14;

std::string timeOf(uint64_t ns) {
  return report::formatTime(static_cast<double>(ns));
}

uint64_t costOf(uint64_t scopes, const model::SelfCost &cost) {
  return static_cast<uint64_t>(static_cast<double>(scopes) * static_cast<double>(cost.outerPs) / 1000);
}

uint64_t meanPs(const model::Row &row) {
  return static_cast<uint64_t>(static_cast<double>(row.totalNs) * 1000 / static_cast<double>(row.calls));
}

// A line of the file: names come from the program, and may hold anything.
bool fitsALine(std::string_view name) {
  auto isBlank = [](char c) { return c == ' ' || c == '\t'; };
  return !name.empty() && !isBlank(name.front()) && !isBlank(name.back()) &&
         std::none_of(name.begin(), name.end(), [](char c) { return c >= 0 && c < ' '; });
}

class Suggester {
public:
  Suggester(const record::SessionReader &session, const model::Profile &profile, const SuggestionLimits &limits)
      : names_(session.names()), profile_(profile), limits_(limits), index_(session.names()) {
    for (const model::Row &row : profile.rows)
      ran_[row.name] = ran_.count(row.name) ? nullptr : &row;  // two of one name: none is to be touched
  }

  std::vector<Suggestion> run() const {
    std::vector<Suggestion> all;
    for (uint32_t row = 0; row < index_.nameOfRow.size(); ++row)
      if (isSmall(row))
        all.push_back(suggest(row));
    std::stable_sort(all.begin(), all.end(),
                     [](const Suggestion &a, const Suggestion &b) { return a.overheadNs > b.overheadNs; });
    return all;
  }

private:
  const model::Row *ranAs(uint32_t row) const {
    auto found = ran_.find(index_.nameOfRow[row]);
    return found == ran_.end() ? nullptr : found->second;
  }
  const record::SiteText &fieldsOf(uint32_t row) const { return names_.sites()[index_.firstSiteOfRow[row]].fields; }

  bool isSmall(uint32_t index) const {
    const model::Row *row = ranAs(index);
    return row && !fieldsOf(index).module && fitsALine(fieldsOf(index).name) && row->calls >= limits_.leastCalls &&
           meanPs(*row) < limits_.mostScopes * profile_.cost.outerPs;
  }

  Suggestion suggest(uint32_t index) const {
    const model::Row &row = *ranAs(index);
    Suggestion suggestion;
    std::string glob = literalGlob(fieldsOf(index).name);
    suggestion.rule = "exclude " + glob;
    suggestion.calls = row.calls;
    suggestion.meanPs = meanPs(row);
    suggestion.overheadNs = costOf(row.scopes, profile_.cost);
    suggestion.instead = whatElse(glob);
    return suggestion;
  }

  // What ran, is worth its scopes, and goes by that name, too.
  std::string whatElse(const std::string &glob) const {
    std::vector<filter::FilterRule> rules;
    std::string why;
    if (!filter::parseFilterRule(filter::FilterRule::Action::Exclude, glob, rules, why))
      return why;
    for (size_t site = 1; site < names_.sites().size(); ++site) {
      const record::SiteText &fields = names_.sites()[site].fields;
      uint32_t row = index_.rowOfSite[site];
      if (ran_.count(index_.nameOfRow[row]) && !isSmall(row) &&
          filter::lastMatch(rules, {fields.qualifiedName, fields.name, fields.file}))
        return index_.nameOfRow[row];
    }
    return {};
  }

  const record::MetaLog &names_;
  const model::Profile &profile_;
  const SuggestionLimits &limits_;
  model::RowIndex index_;
  std::map<std::string, const model::Row *> ran_;
};

std::string cell(const std::string &text) {
  return report::padLeft(text, numberWidth);
}

}  // namespace

std::string literalGlob(std::string_view name) {
  std::string glob;
  for (char c : name) {
    if (c == '*' || c == '?' || c == '[' || c == '\\')
      glob += '\\';
    glob += c;
  }
  return glob;
}

std::vector<Suggestion> suggestFilter(const record::SessionReader &session, const model::Profile &profile,
                                      const SuggestionLimits &limits) {
  return Suggester(session, profile, limits).run();
}

std::string filterFileOf(const std::vector<Suggestion> &suggestions, const record::SessionReader &session,
                         const model::Profile &profile, const SuggestionLimits &limits) {
  uint64_t allNs = costOf(profile.scopes, profile.cost), savedNs = 0;
  for (const Suggestion &suggestion : suggestions)
    savedNs += suggestion.instead.empty() ? suggestion.overheadNs : 0;
  std::string often = std::to_string(limits.leastCalls) + " times or more";
  std::string text = "# Functions that are not worth their scopes, suggested by `autoscope filter suggest` for\n#   " +
                     report::printable(session.names().info(record::infoKey::command)) + "\n";
  text += "# " + std::to_string(profile.scopes) + " scopes at " + report::formatCost(profile.cost.outerPs) + " cost " +
          timeOf(allNs) + "; all time in scopes is " + timeOf(profile.selfTotalNs + profile.subtractedNs) +
          ".\n# Below are functions that were called " + often + " and took less than " +
          report::formatCost(limits.mostScopes * profile.cost.outerPs) + ", " + std::to_string(limits.mostScopes) +
          " times that, on average: without their scopes that is " + timeOf(savedNs) + " less (" +
          report::formatShare(savedNs, allNs) + ").\n";
  text += "# At run time: AUTOSCOPE_FILTER=FILE, `autoscope run --filter FILE`; a call still costs a few nanoseconds.\n"
          "# For the compiler: -fplugin-arg-autoscope-filter-file=FILE; a call costs nothing then.\n";
  text += "# Means are without what scopes cost, as --compensate shows them.\n";
  if (uint64_t lost = report::lostScopes(profile.losses))
    text += "# " + std::to_string(lost) + " more scopes were lost, and are in none of these numbers.\n";
  if (suggestions.empty())
    return text + "# There is none.\n";
  text += "#\n# " + cell("calls") + cell("mean") + cell("cost") + cell("of all cost") + "\n";
  for (const Suggestion &suggestion : suggestions) {
    text += "# " + cell(std::to_string(suggestion.calls)) + cell(report::formatCost(suggestion.meanPs)) +
            cell(timeOf(suggestion.overheadNs)) + cell(report::formatShare(suggestion.overheadNs, allNs)) + "\n";
    if (!suggestion.instead.empty())
      text += "# would leave out " + report::printable(suggestion.instead) + ", too:\n# ";
    text += suggestion.rule + "\n";
  }
  return text;
}

}  // namespace autoscope::tool
