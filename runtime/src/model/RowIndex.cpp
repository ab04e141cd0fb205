#include "model/RowIndex.h"

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace autoscope::model {

namespace {

// What functions of one name in several units share: `(anonymous a.cpp)::f` -> `(anonymous namespace)::f`.
std::string withoutUnits(std::string_view qualifiedName) {
  constexpr std::string_view opening = "(anonymous ";
  std::string name(qualifiedName);
  for (size_t at = name.find(opening); at != std::string::npos; at = name.find(opening, at + 1)) {
    // Template arguments are not to be touched, which may hold an `(anonymous struct 3:7)`.
    size_t end = name.find(')', at);
    bool isComponent = (at == 0 || name[at - 1] == ':') && end != std::string::npos && name.compare(end, 3, ")::") == 0;
    if (isComponent)
      name.replace(at, end - at, "(anonymous namespace");
  }
  return name;
}

}  // namespace

RowIndex::RowIndex(const record::MetaLog &names, GroupBy groupBy) {
  // A function may be called what the user has called another scope: they stay apart.
  using Key = std::tuple<bool, std::string, std::string_view, uint32_t>;
  std::map<Key, uint32_t> rows;
  const std::vector<record::Site> &sites = names.sites();
  rowOfSite.reserve(sites.size());
  for (size_t i = 0; i < sites.size(); ++i) {
    const record::SiteText &fields = sites[i].fields;
    bool named = fields.namedByUser();
    bool byFunction = groupBy == GroupBy::Function && !named && !fields.qualifiedName.empty();
    std::string name = byFunction ? withoutUnits(fields.qualifiedName) : std::string(fields.name);
    Key key = named || byFunction ? Key(named, name, {}, 0) : Key(named, name, fields.file, fields.line);
    auto [place, isNew] = rows.try_emplace(key, static_cast<uint32_t>(firstSiteOfRow.size()));
    if (isNew) {
      firstSiteOfRow.push_back(static_cast<uint32_t>(i));
      nameOfRow.push_back(std::move(name));
    }
    rowOfSite.push_back(place->second);
  }
  joinCalls(names);
  addPlaces(names);
}

void RowIndex::joinCalls(const record::MetaLog &names) {
  using Method = std::pair<std::string_view, std::string_view>;  // name and class
  constexpr uint32_t several = ~0u;
  const std::vector<record::Site> &sites = names.sites();
  auto methodOf = [&](size_t site) { return Method(sites[site].fields.name, sites[site].fields.moduleType); };
  std::map<Method, uint32_t> bodies;
  for (size_t i = 0; i < sites.size(); ++i) {
    if (!sites[i].fields.module || sites[i].fields.ofCall())
      continue;
    auto [body, isNew] = bodies.try_emplace(methodOf(i), rowOfSite[i]);
    if (!isNew && body->second != rowOfSite[i])
      body->second = several;
  }
  std::vector<bool> isJoined(nameOfRow.size());
  for (size_t i = 0; i < sites.size(); ++i) {
    auto body = sites[i].fields.ofCall() ? bodies.find(methodOf(i)) : bodies.end();
    if (body == bodies.end() || body->second == several || body->second == rowOfSite[i])
      continue;
    isJoined[rowOfSite[i]] = true;
    rowOfSite[i] = body->second;
  }
  // Rows without a site go.
  std::vector<uint32_t> newRow(nameOfRow.size());
  uint32_t rows = 0;
  for (uint32_t row = 0; row < isJoined.size(); ++row) {
    newRow[row] = rows;
    if (isJoined[row])
      continue;
    if (rows != row) {
      firstSiteOfRow[rows] = firstSiteOfRow[row];
      nameOfRow[rows] = std::move(nameOfRow[row]);
    }
    ++rows;
  }
  firstSiteOfRow.resize(rows);
  nameOfRow.resize(rows);
  for (uint32_t &row : rowOfSite)
    row = newRow[row];
}

void RowIndex::addPlaces(const record::MetaLog &names) {
  const std::vector<std::string> plainNames = nameOfRow;
  // The whole path is for one/a.cpp:3 and two/a.cpp:3.
  for (bool wholePath : {false, true}) {
    std::map<std::string, std::vector<uint32_t>> rowsOfName;
    for (uint32_t row = 0; row < nameOfRow.size(); ++row)
      rowsOfName[nameOfRow[row]].push_back(row);
    for (const auto &[name, rows] : rowsOfName)
      for (uint32_t row : rows) {
        const record::SiteText &fields = names.sites()[firstSiteOfRow[row]].fields;
        if (rows.size() < 2 || fields.namedByUser() || fields.file.empty())
          continue;
        std::string_view file = wholePath ? fields.file : fields.file.substr(fields.file.rfind('/') + 1);
        nameOfRow[row] = plainNames[row] + " [" + std::string(file) + ":" + std::to_string(fields.line) + "]";
      }
  }
}

}  // namespace autoscope::model
