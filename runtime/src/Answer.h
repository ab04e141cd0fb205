// The sentences that the C interface (profile.h) returns: each is good until the thread's next one.
//
// Not in thread-local storage: the run time's lies where the C library has little room for libraries that are opened
// late, and a plug-in that brings the run time could not be opened.
#pragma once

#include <string>

namespace autoscope {

// Null for an empty sentence. What is longer than 1000 bytes is cut.
const char *answer(const std::string &sentence) noexcept;

}  // namespace autoscope
