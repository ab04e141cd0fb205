// What of a running module's belongings may be read when.
//
// The module itself is alive while it runs, and so is what its smart pointers own: they let go of an object before
// they destroy it. But a container destroys its elements first and tells its own fields so later: clear() of
// libstdc++'s and libc++'s list, map, set, unordered_map, forward_list and deque leaves the fields as they were until
// all nodes are gone, and clear() of a vector until all elements are. An element's destructor may call a module: what
// is read then must not lie in a container's nodes, nor in what a vector's elements own. A vector's storage outlives
// the elements, so the elements themselves may be compared. All else is read only when the module's call begins.
#pragma once

#include "sources/modules/Containers.h"

#include <unordered_map>

namespace autoscope::modules {

enum class Region {
  Own,       // the module and what it owns: alive during its call
  Elements,  // in the storage of a vector or an optional: may be compared, not followed
  Held,      // may be gone
};

inline Region behindOwner(Region region) {
  return region == Region::Own ? Region::Own : Region::Held;
}

// Of the elements of a container that lies there.
inline Region inside(const __autoscope_class &container, Region region) {
  switch (container.__kind) {
  case __autoscope_class_array:
    return region;
  case __autoscope_class_owned_array:
    return behindOwner(region);
  case __autoscope_class_optional:  // libc++'s tells after its value is gone
  case __autoscope_class_vector:
    return region == Region::Own ? Region::Elements : Region::Held;
  default:
    return Region::Held;
  }
}

// Virtual tables of elements that were destroyed are nothing to go by.
inline Region ofMember(const __autoscope_member &member, Region region) {
  return region == Region::Elements && isVirtualBase(member) ? Region::Held : region;
}

// Own or inherited members that are no bases.
bool hasFields(const __autoscope_class &type);

// Which types can hold something that is Region::Held, or is known better while that may be read. Remembers answers.
class HeldTypes {
public:
  bool mayHold(const __autoscope_class &type, Region region);
  void forget() { answers_.clear(); }

private:
  struct Answers {
    char of[2] = {};  // by region: 0 not known, 1 no, 2 yes
  };
  std::unordered_map<const __autoscope_class *, Answers> answers_;
};

}  // namespace autoscope::modules
