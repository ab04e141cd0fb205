// Rules that say which functions the user wants, by function or by file, and the file that holds a list of them. The
// plugin reads them for the functions that it compiles, the run time for the sites that it meets.
//
// A rule is `include GLOB` or `exclude GLOB`; the glob is over qualified names, or over paths after `file:`. Rules are
// kept in the order given; the last one that matches a function decides. `#` starts a comment line.
#pragma once

#include "filter/Glob.h"

#include <string>
#include <string_view>
#include <vector>

namespace autoscope::filter {

struct FilterRule {
  enum class Action { Include, Exclude } action;
  enum class Subject { Function, File } subject;
  Glob glob;
};

// Reads the rule whose glob is `text`; false with `why` on a bad glob.
bool parseFilterRule(FilterRule::Action action, std::string_view text, std::vector<FilterRule> &rules,
                     std::string &why);

// What rules are matched with. A function has one or two names; views.
struct Subject {
  std::string_view qualifiedName;  // net::Box<int>::get
  std::string_view displayName;    // net::Box<int>::get(int)
  std::string_view file;
};

// The last rule that matches, or null.
const FilterRule *lastMatch(const std::vector<FilterRule> &rules, const Subject &subject);

// Appends the rules of a filter file's text. False with `why` naming the line.
bool parseFilterFile(std::string_view text, std::vector<FilterRule> &rules, std::string &why);

}  // namespace autoscope::filter
