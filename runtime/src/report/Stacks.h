// Collapsed stacks, one line per call path, as flamegraph.pl, inferno and speedscope read them.
//
// `root;...;leaf value`, the value being the path's own nanoseconds as an integer, so that the sum of all lines is the
// total self time. In a profile by module each call of a module has a frame in front of its function's, which takes no
// time itself: `layer1.0(BasicBlock)`, by the way from the module around it. Frames cannot contain what separates
// frames or fields: `;`, blanks, tabs and line ends become `_`.
#pragma once

#include "model/Profile.h"
#include "report/OutputStream.h"

namespace autoscope::report {

void writeStacks(const model::Profile &profile, OutputStream &out);

}  // namespace autoscope::report
