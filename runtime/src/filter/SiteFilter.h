// The user's choice among the sites of an instrumented program: AUTOSCOPE_FILTER.
//
// Read once, when the process starts its first profile, and fixed afterwards, since a site is asked about when it is
// first entered. Thread-safe to ask; asking allocates nothing. What no rule matches is recorded if the first rule
// excludes, and left out if it includes: a list of includes names what is wanted, a list of excludes what is not.
#pragma once

#include "filter/FilterFile.h"

#include <atomic>
#include <memory>

namespace autoscope::filter {

class SiteFilter {
public:
  SiteFilter() = default;  // lets everything pass

  // Empty, or one sentence that names file and line; the filter is then as before.
  std::string read(const std::string &path);
  bool admits(const Subject &site) const;
  // Rules that are of none of the sites so far, as the file has them.
  std::vector<std::string> unmatched() const;

private:
  std::vector<FilterRule> rules_;
  std::unique_ptr<std::atomic<bool>[]> matched_;  // of each rule
};

}  // namespace autoscope::filter
