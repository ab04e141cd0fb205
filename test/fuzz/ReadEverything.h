// Reads a file as a session, by the reader and by reports, and stops the fuzzer at nonsense: a tree that does not nest,
// rows that do not add up, a trace that is no strict JSON, an error that is no sentence.
#pragma once

#include <string>

namespace autoscope::fuzz {

constexpr unsigned allReports = 13;

// `reports`, modulo what there are: the number of the one that is made, or allReports. A report for each input, which
// the input chooses, since all of them are dozens of times the work of the reader. Leaves nothing beside the file.
void readEverything(const std::string &path, unsigned reports);

}  // namespace autoscope::fuzz
