// Rules that say which functions the user wants, by function or by file, and the file that holds a list of them.
//
// A rule is `include GLOB` or `exclude GLOB`; the glob is over qualified names, or over paths after `file:`. Rules are
// kept in the order given; the last one that matches a function decides. `#` starts a comment line.
#ifndef AUTOSCOPE_PLUGIN_OPTIONS_FILTERFILE_H
#define AUTOSCOPE_PLUGIN_OPTIONS_FILTERFILE_H

#include "Glob.h"

#include <string>
#include <string_view>
#include <vector>

namespace autoscope {

struct FilterRule {
  enum class Action { Include, Exclude } action;
  enum class Subject { Function, File } subject;
  Glob glob;
};

// Reads the rule whose glob is `text`; false with `why` on a bad glob.
bool parseFilterRule(FilterRule::Action action, std::string_view text, std::vector<FilterRule> &rules,
                     std::string &why);

// Appends the rules of a filter file's text. False with `why` naming the line.
bool parseFilterFile(std::string_view text, std::vector<FilterRule> &rules, std::string &why);

}  // namespace autoscope

#endif
