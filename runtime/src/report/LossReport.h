// What a profile does not contain, in lines for people; nothing is lost silently.
//
// Every text report ends with these lines and the trace carries them as metadata. Empty when nothing was lost.
#pragma once

#include "model/Profile.h"

#include <string>

namespace autoscope::report {

std::string lossReport(const model::Profile &profile);

// Of all causes together.
uint64_t lostScopes(const model::Losses &losses);

}  // namespace autoscope::report
