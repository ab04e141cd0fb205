// A judge of traces: strict JSON, and the members that viewers need.
//
// Compiled without sanitizers and without a fuzzer's counters: parsing would be most of a target's time, and what the
// parser has seen would be taken for news about what is tested.
#pragma once

#include <string>

namespace autoscope::fuzz {

// One value with nothing behind it, valid UTF-8, no key twice in one object. Empty, or what is wrong.
std::string faultOfTrace(const std::string &text);

}  // namespace autoscope::fuzz
