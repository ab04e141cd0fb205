#include "collect/ClockSample.h"

#include "hot/Clock.h"

#include <algorithm>
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

uint64_t clockInterval(uint64_t points) noexcept {
  constexpr uint64_t first = 10'000'000'000, doubledEvery = 1000, most = 20;
  return first << std::min(points / doubledEvery, most);
}

bool rateChanged(const record::ClockPoint &first, const record::ClockPoint &before,
                 const record::ClockPoint &now) noexcept {
  // An interrupt within a reading may cost it some microseconds.
  constexpr uint64_t shortest = 1'000'000;  // ns
  constexpr double most = 0.02;
  uint64_t usualNs = before.monotonicNs - first.monotonicNs, ns = now.monotonicNs - before.monotonicNs;
  if (usualNs < shortest || ns < shortest)
    return false;
  double usual = double(before.ticks - first.ticks) / double(usualNs);
  double rate = double(now.ticks - before.ticks) / double(ns);
  return rate > usual * (1 + most) || rate < usual * (1 - most);
}

}  // namespace autoscope::collect
