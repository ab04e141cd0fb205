#include "hot/PathCache.h"

namespace autoscope::hot {

uint32_t moduleSites = 0;

}  // namespace autoscope::hot
