#include "sources/modules/Region.h"

#include <set>
#include <utility>

namespace autoscope::modules {

namespace {

using Visited = std::set<std::pair<const __autoscope_class *, Region>>;

bool mayHoldBeyond(const __autoscope_class &type, Region region, Visited &visited) {
  if (region == Region::Held)
    return true;
  if (type.__kind == __autoscope_class_pointer || !visited.insert({&type, region}).second)
    return false;
  switch (type.__kind) {
  case __autoscope_class_object:
    for (uint64_t i = 0; i < type.__count; ++i)
      if (mayHoldBeyond(*type.__members[i].__type, ofMember(type.__members[i], region), visited))
        return true;
    return false;
  case __autoscope_class_owner:
    if (isObject(*type.__element) && region == Region::Elements) {
      // A class that is no module is a base of one, which only the virtual table knows.
      bool isInterface = isDynamic(*type.__element) && !(type.__element->__flags & __autoscope_class_module);
      return isInterface || hasFields(*type.__element);
    }
    return mayHoldBeyond(*type.__element, behindOwner(region), visited);
  default:
    return mayHoldBeyond(*type.__element, inside(type, region), visited);
  }
}

}  // namespace

bool hasFields(const __autoscope_class &type) {
  for (uint64_t i = 0; i < memberCount(type); ++i)
    if (!isBase(type.__members[i]) || hasFields(*type.__members[i].__type))
      return true;
  return false;
}

bool HeldTypes::mayHold(const __autoscope_class &type, Region region) {
  if (region == Region::Held)
    return true;
  char &answer = answers_[&type].of[static_cast<int>(region)];
  if (answer == 0) {
    Visited visited;
    answer = mayHoldBeyond(type, region, visited) ? 2 : 1;
  }
  return answer == 2;
}

}  // namespace autoscope::modules
