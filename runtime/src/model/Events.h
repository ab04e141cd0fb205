// Each scope of a window as one row: what events() gives.
//
// Some hundred bytes a scope, so only where a caller asks for single events. One pass over the records. Averages of
// these events are those of averagesOf(), since both come from one CallWalk.
#pragma once

#include "model/Averages.h"

#include <cstdint>
#include <string>
#include <vector>

namespace autoscope::model {

// `count` is 0 for the later slices of a coroutine's call.
struct Event : Average {
  static constexpr uint32_t noParent = ~uint32_t{0};

  std::string traceName;            // as it ran; the key has ProfilerStep* for ProfilerStep#3
  std::vector<std::string> types;   // of the arguments
  uint64_t startNs = 0, endNs = 0;  // since the start of the window
  uint32_t tid = 0;
  int64_t sequence = -1;       // torch's; -1: none
  int64_t forwardThread = -1;  // torch's number of the forward operator's thread; 0: is one itself; -1: not known
  uint32_t parent = noParent;  // index in the list
  bool finished = true;
};

struct EventOptions {
  bool stacks = true;
  bool modules = true;
};

// Of all sessions, by (start, -end); times since the start of the first one. Memory that is measured in a session is
// there for each of its events, at least as 0.
std::vector<Event> eventsOf(const std::vector<const record::SessionReader *> &sessions,
                            const EventOptions &options = {});

}  // namespace autoscope::model
