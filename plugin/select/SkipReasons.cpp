#include "SkipReasons.h"

namespace autoscope {

const char *skipReasonText(SkipReason reason) {
  switch (reason) {
#define SKIP_CHOICE(id, text)                                                                                          \
  case SkipReason::id:                                                                                                 \
    return text;
#define SKIP_OBSTACLE(id, text) SKIP_CHOICE(id, text)
#include "SkipReasons.def"
  case SkipReason::Count:
    break;
  }
  return "";
}

const char *skipReasonName(SkipReason reason) {
  switch (reason) {
#define SKIP_CHOICE(id, text)                                                                                          \
  case SkipReason::id:                                                                                                 \
    return #id;
#define SKIP_OBSTACLE(id, text) SKIP_CHOICE(id, text)
#include "SkipReasons.def"
  case SkipReason::Count:
    break;
  }
  return "";
}

}  // namespace autoscope
