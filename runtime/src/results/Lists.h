// Rows that a program asked for: what autoscope_list is. Immutable, so any thread may read it; it refers to no session.
#pragma once

#include "autoscope/detail/results_abi.h"
#include "model/Averages.h"
#include "model/Events.h"

#include <string>
#include <vector>

struct autoscope_list {
  // One of them.
  std::vector<autoscope::model::Average> averages;
  std::vector<autoscope::model::Event> events;
  bool isOfEvents = false;
  std::string losses;  // lines below a table; empty: nothing was lost

  size_t size() const { return isOfEvents ? events.size() : averages.size(); }
  const autoscope::model::Average &average(size_t index) const { return isOfEvents ? events[index] : averages[index]; }
  std::vector<autoscope::model::Average> asAverages() const {
    return isOfEvents ? std::vector<autoscope::model::Average>(events.begin(), events.end()) : averages;
  }
};
