// What the root object makes of a session that has ended.
#include "Runtime.h"

#include "collect/OwnTimes.h"
#include "output/Output.h"

#include <unistd.h>

namespace autoscope {

// The report comes last: it says how long the rest took.
std::string Runtime::produce(const collect::SessionResult &result) {
  std::string error;
  uint64_t began = collect::OwnTimes::now(), exportNs = 0;
  bool isSession = product_ == result.path, isKept = isSession;
  if (!product_.empty() && !isSession) {
    error = output::writeProduct(result.path, product_, options_.disk);
    exportNs = collect::OwnTimes::now() - began;
    isKept = !error.empty();
    if (isKept)
      error += "; the session is kept as " + result.path;
  }
  if (report_ != "none") {
    std::string failure = output::printReport(result.path, report_, exportNs);
    error = error.empty() ? failure : error;
  }
  if (!isKept)
    unlink(result.path.c_str());
  return error;
}

}  // namespace autoscope
