// The words of LossCauses.def, for the reports.
#pragma once

#include "record/Format.h"

namespace autoscope::record {

// Never null: a file of a later version may hold causes that we do not know.
const char *lossText(LossCause cause);

}  // namespace autoscope::record
