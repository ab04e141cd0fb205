#include "record/LossText.h"

namespace autoscope::record {

// The texts name them.
static_assert(maxDepth == 1000 && slotCount == 512);

const char *lossText(LossCause cause) {
  switch (cause) {
#define AUTOSCOPE_LOSS(name, text)                                                                                     \
  case LossCause::name:                                                                                                \
    return text;
#include "record/LossCauses.def"
  }
  return "scopes lost for a cause that this version does not know";
}

}  // namespace autoscope::record
