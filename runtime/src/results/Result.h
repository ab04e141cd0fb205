// A recorded window, or several, opened for reading: what autoscope_result is.
//
// Immutable for the program. A session reader is for one thread, so each window is locked while something is made of
// it; the lists that are made refer to nothing here.
#pragma once

#include "autoscope/detail/results_abi.h"
#include "record/SessionReader.h"

#include <memory>
#include <mutex>
#include <vector>

namespace autoscope::results {

struct Window {
  std::unique_ptr<record::SessionReader> session;
  std::mutex mutex;  // held while records are read
};

}  // namespace autoscope::results

struct autoscope_result {
  std::vector<std::shared_ptr<autoscope::results::Window>> windows;  // in order of time
  bool hasStacks = false;                                            // they were asked for
};

namespace autoscope::results {

// What `read(readers)` returns, with the windows locked.
template <class Read> auto withSessions(const autoscope_result &result, Read &&read) {
  std::vector<std::unique_lock<std::mutex>> locks;  // in order of time, so that no two threads wait for each other
  std::vector<const record::SessionReader *> readers;
  for (const auto &window : result.windows) {
    locks.emplace_back(window->mutex);
    readers.push_back(window->session.get());
  }
  return read(static_cast<const std::vector<const record::SessionReader *> &>(readers));
}

}  // namespace autoscope::results
