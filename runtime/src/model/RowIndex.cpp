#include "model/RowIndex.h"

#include <map>
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
}

}  // namespace autoscope::model
