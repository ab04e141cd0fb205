// How many functions of the program and its loaded libraries got no scope because they cost less than one.
#pragma once

#include <cstdint>

namespace autoscope::collect {

uint64_t countSmallFunctions();

}  // namespace autoscope::collect
