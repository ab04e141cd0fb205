// Looks for a module among all that another one holds, nearest first: the search behind ClassWalk::find().
#pragma once

#include "sources/modules/ObjectIdentity.h"

namespace autoscope::modules {

// Adds to `steps` what it took.
bool searchWay(const Seen &parent, const ObjectIdentity &child, Way &way, uint32_t &steps);

}  // namespace autoscope::modules
