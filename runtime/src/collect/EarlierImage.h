// What this process recorded before it called exec: its session cannot be finished any more, but is whole with its
// ring. The session of an earlier process that had the same id is not that.
#pragma once

#include <string>

namespace autoscope::collect {

// If `session` is an unfinished one of this very process, whose earlier image is gone, gives it and its ring another
// name, and returns that; else empty. For the first session of an image only: a later one may be its own.
std::string keepEarlierImage(const std::string &session);

}  // namespace autoscope::collect
