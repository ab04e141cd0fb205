#pragma once

#include "collect/Collector.h"

namespace autoscope {

// What a session says of its process: the program, its command line, host, rank and clock. Read anew at each call, so
// ask for it after the clock is chosen. Throws std::bad_alloc.
collect::Facts describeProcess();

}  // namespace autoscope
