// What was allocated and never freed, by the function and module that allocated it.
//
// Made of a session's live blocks alone, without a look at its records. Sizes go with the number of different places.
#pragma once

#include "model/RowIndex.h"
#include "record/MetaLog.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace autoscope::model {

struct Leak {
  std::string name;  // of the function's row; empty: outside of all scopes
  std::string file;
  uint32_t line = 0;
  std::string module;  // path; empty: in none
  uint64_t bytes = 0, blocks = 0;
  std::map<uint32_t, uint64_t> steps;  // bytes by the number of the step that allocated them
};

struct Leaks {
  std::vector<Leak> places;  // most bytes first
  uint64_t bytes = 0, blocks = 0;
};

// Whether the session knows what was never freed.
bool keepsLiveBlocks(const record::MetaLog &names);

Leaks leaksOf(const record::MetaLog &names, GroupBy groupBy = GroupBy::Overload);

}  // namespace autoscope::model
