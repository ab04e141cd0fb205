#include "model/RowIndex.h"

#include <map>
#include <string>
#include <string_view>
#include <tuple>

namespace autoscope::model {

RowIndex::RowIndex(const record::MetaLog &names) {
  using Key = std::tuple<std::string_view, std::string_view, uint32_t>;
  std::map<Key, uint32_t> rows;
  const std::vector<record::Site> &sites = names.sites();
  rowOfSite.reserve(sites.size());
  for (size_t i = 0; i < sites.size(); ++i) {
    const record::SiteText &fields = sites[i].fields;
    Key key = fields.namedByUser() ? Key(fields.name, {}, 0) : Key(fields.name, fields.file, fields.line);
    auto [place, isNew] = rows.try_emplace(key, static_cast<uint32_t>(firstSiteOfRow.size()));
    if (isNew)
      firstSiteOfRow.push_back(static_cast<uint32_t>(i));
    rowOfSite.push_back(place->second);
  }
  nameRows(names);
}

void RowIndex::nameRows(const record::MetaLog &names) {
  std::map<std::string, std::vector<uint32_t>> rowsOfName;
  auto countNames = [&] {
    rowsOfName.clear();
    for (uint32_t row = 0; row < nameOfRow.size(); ++row)
      rowsOfName[nameOfRow[row]].push_back(row);
  };
  auto fieldsOf = [&](uint32_t row) -> const record::SiteText & { return names.sites()[firstSiteOfRow[row]].fields; };
  auto addPlaces = [&](bool wholePath) {
    countNames();
    for (const auto &[name, rows] : rowsOfName)
      for (uint32_t row : rows) {
        const record::SiteText &fields = fieldsOf(row);
        if (rows.size() < 2 || fields.namedByUser() || fields.file.empty())
          continue;
        std::string_view file = wholePath ? fields.file : fields.file.substr(fields.file.rfind('/') + 1);
        nameOfRow[row] = std::string(fields.name) + " [" + std::string(file) + ":" + std::to_string(fields.line) + "]";
      }
  };
  for (uint32_t row = 0; row < firstSiteOfRow.size(); ++row)
    nameOfRow.emplace_back(fieldsOf(row).name);
  addPlaces(false);
  addPlaces(true);  // one/a.cpp:3 and two/a.cpp:3
}

}  // namespace autoscope::model
