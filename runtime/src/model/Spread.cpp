#include "model/Spread.h"

#include <algorithm>
#include <cmath>

namespace autoscope::model {

namespace {

constexpr unsigned stepBits = 7;  // 128 steps per power of two

unsigned powerOf(uint64_t ns) {
  unsigned power = 0;
  while (ns >>= 1)
    ++power;
  return power;
}

// Times below 128 ns have a bucket each.
size_t bucketOf(uint64_t ns) {
  if (ns >> stepBits == 0)
    return ns;
  unsigned shift = powerOf(ns) - stepBits;
  return (size_t{shift} << stepBits) + (ns >> shift);
}

uint64_t middleOf(size_t bucket) {
  if (bucket >> (stepBits + 1) == 0)
    return bucket;
  unsigned shift = static_cast<unsigned>(bucket >> stepBits) - 1;
  uint64_t first = (uint64_t{bucket} - (uint64_t{shift} << stepBits)) << shift;
  return first + (uint64_t{1} << shift) / 2;
}

}  // namespace

void SpreadSums::add(uint64_t ns) {
  ++count_;
  least_ = std::min(least_, ns);
  most_ = std::max(most_, ns);
  double distance = static_cast<double>(ns) - mean_;
  mean_ += distance / static_cast<double>(count_);
  squares_ += distance * (static_cast<double>(ns) - mean_);
  if (count_ <= exactCalls) {
    exact_.push_back(ns);
    return;
  }
  leaveExactness();
  addToBucket(ns, 1);
}

void SpreadSums::add(const SpreadSums &other) {
  if (other.count_ == 0)
    return;
  double mine = static_cast<double>(count_), its = static_cast<double>(other.count_);
  double distance = other.mean_ - mean_;
  mean_ += distance * its / (mine + its);
  squares_ += other.squares_ + distance * distance * mine * its / (mine + its);
  count_ += other.count_;
  least_ = std::min(least_, other.least_);
  most_ = std::max(most_, other.most_);
  if (count_ <= exactCalls) {
    exact_.insert(exact_.end(), other.exact_.begin(), other.exact_.end());
    return;
  }
  leaveExactness();
  for (uint64_t ns : other.exact_)
    addToBucket(ns, 1);
  for (size_t i = 0; i < other.buckets_.size(); ++i)
    if (other.buckets_[i])
      addToBucket(middleOf(other.firstBucket_ + i), other.buckets_[i]);
}

void SpreadSums::leaveExactness() {
  for (uint64_t ns : exact_)
    addToBucket(ns, 1);
  exact_ = {};
}

void SpreadSums::addToBucket(uint64_t ns, uint64_t calls) {
  size_t bucket = bucketOf(ns);
  if (buckets_.empty())
    firstBucket_ = bucket;
  if (bucket < firstBucket_) {
    buckets_.insert(buckets_.begin(), firstBucket_ - bucket, 0);
    firstBucket_ = bucket;
  }
  if (bucket - firstBucket_ >= buckets_.size())
    buckets_.resize(bucket - firstBucket_ + 1);
  buckets_[bucket - firstBucket_] += calls;
}

uint64_t SpreadSums::atRank(uint64_t rank) const {
  uint64_t before = 0;
  for (size_t i = 0; i < buckets_.size(); ++i) {
    before += buckets_[i];
    if (before >= rank)
      return std::clamp(middleOf(firstBucket_ + i), least_, most_);
  }
  return most_;
}

Spread SpreadSums::finish() const {
  Spread spread;
  if (count_ == 0)
    return spread;
  spread.leastNs = least_;
  spread.mostNs = most_;
  spread.deviationNs = std::sqrt(std::max(squares_, 0.0) / static_cast<double>(count_));
  std::vector<uint64_t> sorted = exact_;
  std::sort(sorted.begin(), sorted.end());
  auto percentile = [&](uint64_t percent) {
    uint64_t rank = std::max<uint64_t>(1, count_ / 100 * percent + (count_ % 100 * percent + 99) / 100);
    return sorted.empty() ? atRank(rank) : sorted[rank - 1];
  };
  spread.p50Ns = percentile(50);
  spread.p90Ns = percentile(90);
  spread.p99Ns = percentile(99);
  return spread;
}

}  // namespace autoscope::model
