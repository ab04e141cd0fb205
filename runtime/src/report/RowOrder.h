// The order of rows in tables and of siblings in trees, by the keys of SortKeys.def.
#pragma once

#include "model/Profile.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace autoscope::report {

enum class SortKey {
#define AUTOSCOPE_SORT_KEY(key, before, help) key,
#include "report/SortKeys.def"
};

std::optional<SortKey> parseSortKey(std::string_view text);
std::string nameOf(SortKey key);
// "unknown sort key 'x'; valid keys are a, b, c"
std::string unknownSortKey(std::string_view text);
// One line per key with its help.
std::string sortKeyHelp();

// Indices of `rows`, first to last.
std::vector<uint32_t> orderedRows(const std::vector<model::Row> &rows, SortKey key);
void orderModules(const std::vector<model::ModuleNode> &nodes, std::vector<uint32_t> &siblings, SortKey key);
void orderCalls(const model::Profile &profile, std::vector<uint32_t> &siblings, SortKey key);

}  // namespace autoscope::report
