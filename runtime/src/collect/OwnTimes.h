// How long the recorder itself takes: to start a session, to stop it, and its writer's processor time meanwhile.
//
// Owned by the Collector and used by the calls that start and stop sessions, which the root object serialises. What it
// measured goes into the session's tail, so a killed session does not say. Cannot fail: what a clock does not tell is
// not told.
#pragma once

#include <cstdint>
#include <pthread.h>
#include <string>
#include <utility>
#include <vector>

namespace autoscope::collect {

class OwnTimes {
public:
  static uint64_t now() noexcept;  // CLOCK_MONOTONIC, ns

  // A start that began at `began`; the writer runs.
  void starts(uint64_t began, pthread_t writer) noexcept;
  void hasStarted() noexcept;  // scopes are recorded from here on
  // Entries for the session, of a stop that began at `began` and has done all but write them.
  std::vector<std::pair<std::string, std::string>> describe(uint64_t began, pthread_t writer) const;

private:
  uint64_t startBegan_ = 0, startNs_ = 0;
  uint64_t writerNs_ = 0;  // its processor time when the session started
};

}  // namespace autoscope::collect
