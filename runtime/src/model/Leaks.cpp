#include "model/Leaks.h"

#include "record/SessionInfo.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace autoscope::model {

namespace {

std::string pathText(const record::MetaLog &names, uint32_t path) {
  std::string text;
  for (uint32_t at = names.pathIndex(path); at != 0; at = names.paths()[at].parent)
    text = std::string(names.paths()[at].name) + (text.empty() ? "" : "." + text);
  return text;
}

}  // namespace

bool keepsLiveBlocks(const record::MetaLog &names) {
  return !names.liveBlocks().empty() || !names.info(record::infoKey::leaks).empty();
}

Leaks leaksOf(const record::MetaLog &names, GroupBy groupBy) {
  RowIndex rows(names, groupBy);
  std::map<std::tuple<bool, uint32_t, uint32_t>, Leak> places;  // by whether in a scope, row and path
  Leaks leaks;
  for (const record::LiveBlocks &blocks : names.liveBlocks()) {
    uint32_t site = names.siteIndex(blocks.site);
    bool isInside = blocks.site != 0;
    uint32_t row = isInside ? rows.rowOfSite[site] : 0;
    auto [place, isNew] = places.try_emplace(std::make_tuple(isInside, row, names.pathIndex(blocks.path)));
    Leak &leak = place->second;
    if (isNew) {
      leak.module = pathText(names, blocks.path);
      if (isInside) {
        const record::SiteText &fields = names.sites()[site].fields;
        leak.name = rows.nameOfRow[row];
        leak.file = fields.file;
        leak.line = fields.line;
      }
    }
    leak.bytes += blocks.bytes;
    leak.blocks += blocks.blocks;
    if (blocks.step != 0)
      leak.steps[blocks.step - 1] += blocks.bytes;
    leaks.bytes += blocks.bytes;
    leaks.blocks += blocks.blocks;
  }
  for (auto &[key, leak] : places)
    leaks.places.push_back(std::move(leak));
  std::stable_sort(leaks.places.begin(), leaks.places.end(),
                   [](const Leak &a, const Leak &b) { return a.bytes > b.bytes; });
  return leaks;
}

}  // namespace autoscope::model
