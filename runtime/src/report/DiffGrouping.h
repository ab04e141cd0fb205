// Whether rows of two profiles can be compared at all: nothing is the same in both if one has a row for each function
// and the other one for each function and module, which looks like a program that has changed wholly.
//
// Pure: by the texts of the rows, since rows that were kept in a file say no more.
#pragma once

#include "model/Averages.h"

#include <string>
#include <vector>

namespace autoscope::report {

struct NamedRows {
  const std::vector<model::Average> &rows;
  std::string name;           // of where they are from, for messages
  model::Grouping mayBeBy{};  // of a session: as was asked for, though no row may have a module, say
};

// Empty, or how they differ: a sentence.
std::string whyNotComparable(const NamedRows &before, const NamedRows &after);

}  // namespace autoscope::report
