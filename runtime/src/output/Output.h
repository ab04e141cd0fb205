// What a finished session is turned into, by the report library: the only place where the run time depends on it.
//
// Called by the root object on the thread that stops the profile. Nothing throws; a failure is a sentence.
#pragma once

#include "sources/memory/MemoryNumbers.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace autoscope::output {

bool isKnownName(const std::string &product);
std::string knownEndings();

// `mostMegabytes`: larger ones are not written; 0: there is no limit.
// `members`: of a trace, beside its own: name and JSON.
using Members = std::vector<std::pair<std::string, std::string>>;
std::string writeProduct(const std::string &session, const std::string &product, uint64_t mostMegabytes,
                         const Members &members = {}) noexcept;
// `kind`: "table" or "tree"; to standard error. It says how long writeProduct() took before; 0: it was not called.
std::string printReport(const std::string &session, const std::string &kind, uint64_t exportNs) noexcept;

// Of AUTOSCOPE_MEMORY_STATS: one line of JSON.
std::string memoryLine(const std::vector<memory::MemoryNumbers> &numbers);

}  // namespace autoscope::output
