// How many functions of the program and its libraries got no scope because they cost less than one.
//
// Of those libraries that are in the process at some look: one that is opened and closed between two looks is missed.
// Called at the start and the stop of a session, which are serialised.
#pragma once

#include <cstdint>
#include <set>

namespace autoscope::collect {

class LoadedNotes {
public:
  // Looks again. Throws std::bad_alloc.
  uint64_t countSmallFunctions();

private:
  std::set<uint32_t> places_;
};

}  // namespace autoscope::collect
