#include "report/RowOrder.h"

#include <algorithm>
#include <numeric>

namespace autoscope::report {

namespace {

double averageNs(const model::Counts &counts) {
  return counts.calls ? static_cast<double>(counts.totalNs) / static_cast<double>(counts.calls) : 0;
}

template <class At, class Name> void order(std::vector<uint32_t> &items, SortKey key, At &&at, Name &&nameAt) {
  std::stable_sort(items.begin(), items.end(), [&](uint32_t first, uint32_t second) {
    const model::Counts &a = at(first), &b = at(second);
    auto nameOf = [&](const model::Counts &counts) -> const std::string & {
      return nameAt(&counts == &a ? first : second);
    };
    switch (key) {
#define AUTOSCOPE_SORT_KEY(name, before, help)                                                                         \
  case SortKey::name:                                                                                                  \
    return before;
#include "report/SortKeys.def"
    }
    return false;
  });
}

}  // namespace

std::optional<SortKey> parseSortKey(std::string_view text) {
#define AUTOSCOPE_SORT_KEY(key, before, help)                                                                          \
  if (text == #key)                                                                                                    \
    return SortKey::key;
#include "report/SortKeys.def"
  return std::nullopt;
}

std::string nameOf(SortKey key) {
  switch (key) {
#define AUTOSCOPE_SORT_KEY(name, before, help)                                                                         \
  case SortKey::name:                                                                                                  \
    return #name;
#include "report/SortKeys.def"
  }
  return {};
}

std::string unknownSortKey(std::string_view text) {
  std::string message = "unknown sort key '" + std::string(text) + "'; valid keys are";
  const char *separator = " ";
#define AUTOSCOPE_SORT_KEY(key, before, help)                                                                          \
  message += std::string(separator) + #key;                                                                            \
  separator = ", ";
#include "report/SortKeys.def"
  return message;
}

std::string sortKeyHelp() {
  std::string text;
#define AUTOSCOPE_SORT_KEY(key, before, help) text += std::string("  ") + #key + ": " + (help) + "\n";
#include "report/SortKeys.def"
  return text;
}

std::vector<uint32_t> orderedRows(const std::vector<model::Row> &rows, SortKey key) {
  std::vector<uint32_t> items(rows.size());
  std::iota(items.begin(), items.end(), 0u);
  order(
      items, key, [&](uint32_t i) -> const model::Counts & { return rows[i]; },
      [&](uint32_t i) -> const std::string & { return rows[i].name; });
  return items;
}

void orderModules(const std::vector<model::ModuleNode> &nodes, std::vector<uint32_t> &siblings, SortKey key) {
  order(
      siblings, key, [&](uint32_t i) -> const model::Counts & { return nodes[i]; },
      [&](uint32_t i) -> const std::string & { return nodes[i].module.name; });
}

void orderCalls(const model::Profile &profile, std::vector<uint32_t> &siblings, SortKey key) {
  order(
      siblings, key, [&](uint32_t i) -> const model::Counts & { return profile.calls[i]; },
      [&](uint32_t i) -> const std::string & { return profile.rows[profile.calls[i].row].name; });
}

}  // namespace autoscope::report
