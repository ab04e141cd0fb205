// The rows of tables and events: RowIndex's, with all steps ProfilerStep#N as one, and what tells how calls count.
//
// Views the session's text: lives no longer than its session.
#pragma once

#include "model/RowIndex.h"
#include "record/MetaLog.h"

#include <cstdint>
#include <string>
#include <vector>

namespace autoscope::model {

class CallNames {
public:
  CallNames(const record::MetaLog &names, GroupBy functions);

  uint32_t rowOf(uint32_t site) const { return rowOfSite_[site]; }
  // More than there are in use: the rows of single steps are in none.
  size_t rows() const { return keys_.size(); }
  uint32_t firstSite(uint32_t row) const { return index_.firstSiteOfRow[row]; }
  const std::string &key(uint32_t row) const { return keys_[row]; }
  // As it ran: `ProfilerStep#3`.
  const std::string &name(uint32_t site) const { return index_.nameOfRow[index_.rowOfSite[site]]; }
  // "file(line): name"; empty: it has no place in any source.
  std::string frame(uint32_t site) const;
  bool hasFrame(uint32_t site) const { return !names_.sites()[site].fields.file.empty(); }
  // A range that a program marked by name, as record_function does.
  bool isAnnotation(uint32_t site) const { return isAnnotation_[site]; }
  // Of a library that says its operators' names and nothing else.
  bool isOperator(uint32_t site) const { return isOperator_[site]; }

private:
  const record::MetaLog &names_;
  RowIndex index_;
  std::vector<uint32_t> rowOfSite_;
  std::vector<std::string> keys_;
  std::vector<char> isAnnotation_, isOperator_;
};

}  // namespace autoscope::model
