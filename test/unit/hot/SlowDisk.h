// A disk that stands still for as long as a test wants: what the recorder writes waits.
//
// By a pwrite of the test program, so not where a sanitizer has its own.
#pragma once

#include <atomic>

namespace autoscope::test {

extern std::atomic<bool> diskStandsStill;

}  // namespace autoscope::test
