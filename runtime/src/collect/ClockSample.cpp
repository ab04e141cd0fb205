#include "collect/ClockSample.h"

#include "hot/Clock.h"

#include <time.h>

namespace autoscope::collect {

namespace {
uint64_t nanoseconds(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return uint64_t(time.tv_sec) * 1000000000u + uint64_t(time.tv_nsec);
}
}  // namespace

record::ClockPoint sampleClocks() noexcept {
  record::ClockPoint best = {};
  uint64_t tightest = ~uint64_t(0);
  for (int i = 0; i < 5; ++i) {
    uint64_t before = hot::now();
    uint64_t monotonic = nanoseconds(CLOCK_MONOTONIC);
    uint64_t after = hot::now();
    uint64_t real = nanoseconds(CLOCK_REALTIME);
    if (after - before < tightest) {
      tightest = after - before;
      best = {before + (after - before) / 2, monotonic, real};
    }
  }
  return best;
}

}  // namespace autoscope::collect
