// Which row of the table each site belongs to, and what the row is called everywhere.
//
// Sites that the user gave one name are one row wherever they are; other sites are one row per function, which is name,
// file and line, as one inline function has a site in every binary that holds it. Functions of one name at different
// places (static ones of two units) have their place behind it: `helper(int) [a.cpp:3]`. The site of calls of a method,
// which knows only where that is declared, joins the site of its body, if there is one. Table, trees, trace, stacks
// and dump take names from here alone, so that they agree. Grouped by function, overloads and the same-named functions
// of other files are one row, called by the qualified name: `helper`.
#pragma once

#include "record/MetaLog.h"

#include <string>
#include <vector>

namespace autoscope::model {

enum class GroupBy { Overload, Function };

struct RowIndex {
  explicit RowIndex(const record::MetaLog &names, GroupBy groupBy = GroupBy::Overload);

  std::vector<uint32_t> rowOfSite;       // by site index
  std::vector<uint32_t> firstSiteOfRow;  // gives the row its file and line
  std::vector<std::string> nameOfRow;

private:
  void joinCalls(const record::MetaLog &names);
  void addPlaces(const record::MetaLog &names);
};

}  // namespace autoscope::model
