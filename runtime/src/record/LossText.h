// The words of LossCauses.def, for the reports.
#pragma once

#include "record/Format.h"

#include <string>

namespace autoscope::record {

// A file of a later version may hold causes that we do not know.
bool isKnown(LossCause cause);
// Never null.
const char *lossText(LossCause cause);

// "1 scope dropped because ...": `text` begins with a noun in the plural.
std::string counted(uint64_t count, std::string text);

}  // namespace autoscope::record
