// Least, most, percentiles and deviation of the times of the calls of a row.
//
// Exact up to 1024 calls; beyond, least, most and deviation stay exact and a percentile is off by at most 0.4 %: then
// times are counted in 128 steps per power of two. Memory does not go with the number of calls. A percentile is the
// least time that so many per cent of the calls do not exceed (nearest rank); the deviation is that of all calls, not
// an estimate from a sample. One thread; cannot fail but for memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace autoscope::model {

// Of the CPU time of one call.
struct Spread {
  uint64_t leastNs = 0, mostNs = 0, p50Ns = 0, p90Ns = 0, p99Ns = 0;
  double deviationNs = 0;
};

class SpreadSums {
public:
  static constexpr size_t exactCalls = 1024;

  void add(uint64_t ns);
  void add(const SpreadSums &other);
  Spread finish() const;

private:
  void addToBucket(uint64_t ns, uint64_t calls);
  void leaveExactness();
  uint64_t atRank(uint64_t rank) const;

  uint64_t count_ = 0, least_ = ~uint64_t{0}, most_ = 0;
  double mean_ = 0, squares_ = 0;  // sum of the squared distances from the mean
  std::vector<uint64_t> exact_;    // all times, while they are few
  std::vector<uint64_t> buckets_;  // calls, from firstBucket_ on; empty while they are few
  size_t firstBucket_ = 0;
};

}  // namespace autoscope::model
