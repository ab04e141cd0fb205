// Which row of the table each site belongs to.
//
// Sites that the user gave one name are one row wherever they are; other sites are one row per function, which is name,
// file and line, as one inline function has a site in every binary that holds it.
#pragma once

#include "record/MetaLog.h"

#include <vector>

namespace autoscope::model {

struct RowIndex {
  explicit RowIndex(const record::MetaLog &names);

  std::vector<uint32_t> rowOfSite;       // by site index
  std::vector<uint32_t> firstSiteOfRow;  // gives the row its name, file and line
};

}  // namespace autoscope::model
