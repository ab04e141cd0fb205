// Lines about the memory of the whole process: how much at the end and at most, and what ran then.
//
// Behind tables; empty where the heap was not recorded. Bytes are allocated less freed while the session ran.
#pragma once

#include "model/Profile.h"

#include <string>

namespace autoscope::report {

std::string memoryReport(const model::Profile &profile);

// "  thread 7 (worker): main > work > malloc_a_lot, in net.0": of a deep stack its two ends.
enum class Places { No, Yes };  // file and line of the innermost function
std::string whereText(const model::OpenThread &thread, const std::vector<model::Row> &rows, Places places = Places::No);

}  // namespace autoscope::report
