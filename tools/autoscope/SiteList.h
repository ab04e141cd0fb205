// The sites that a binary says it has, from its section "autoscope_info" alone.
#pragma once

#include "ElfImage.h"
#include "record/SiteText.h"

#include <set>
#include <string>
#include <vector>

namespace autoscope::tool {

class SiteList {
public:
  // Empty, or one sentence; a binary without sites is no error.
  std::string open(const std::string &path);

  // By file, line and name; an inline function of many units is there once. Views the mapped binary.
  const std::vector<record::SiteText> &sites() const { return sites_; }
  // Functions without a site because they cost less than a scope.
  uint64_t smallFunctions() const { return small_.size(); }
  uint64_t damaged() const { return damaged_; }  // texts that are no site record

private:
  ElfImage image_;
  std::vector<record::SiteText> sites_;
  std::set<uint32_t> small_;
  uint64_t damaged_ = 0;
};

}  // namespace autoscope::tool
