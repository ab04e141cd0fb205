// Functions that are left out: by the writer thread, those that are not worth their scopes; and all, between profiles.
#include "collect/Collector.h"

namespace autoscope::collect {

// Without memory nothing is throttled.
void Collector::throttleBy(const record::ChunkHeader &header) noexcept {
  if (!throttle_.isOn())
    return;
  try {
    std::lock_guard<std::timed_mutex> lock(throttle_.mutex());
    // A millisecond of both clocks gives a rate that is good enough.
    const record::ClockPoint &first = ring_.header().first, &last = ring_.header().last;
    uint64_t ns = last.monotonicNs - first.monotonicNs;
    double rate = ns < 1'000'000 ? 0 : double(last.ticks - first.ticks) / double(ns);
    uint32_t from = record::chunkHeaderWords + header.skipWords;
    for (const Throttle::Function &function : throttle_.count(header, from, header.words, rate))
      if (!isClosing_)  // no call follows that would be left out; the next session begins with it
        throttle(function);
  } catch (const std::bad_alloc &) {
  }
}

// Named also if its library is gone: sites that come later are filtered at once.
void Collector::throttle(const Throttle::Function &function) {
  std::vector<Throttle::Place> sites;
  {
    std::lock_guard<std::mutex> lock(siteMutex_);
    sites = throttle_.decide(function.id);
  }
  if (sites.empty())
    return;
  {
    ChunkPool::Lock lock = pool_.lock();
    pool_.setWriterAway(true);
  }
  bool isLeftOut = Throttle::leaveOut(sites);
  {
    ChunkPool::Lock lock = pool_.lock();
    pool_.setWriterAway(false);
  }
  if (!isLeftOut)
    return throttle_.keep(function.id);
  const uint64_t sums[] = {function.calls, function.ticks};
  if (!log_.append(record::MetaKind::Throttled, {function.id, 0, sums, sizeof sums}, {}))
    lose(record::LossCause::TooManyNames, 1);
}

void Collector::armSites() noexcept {
  {
    std::lock_guard<std::mutex> lock(siteMutex_);
    armed_.arm();
  }
  armed_.leaveOut();
}

void Collector::disarmSites() noexcept {
  {
    std::lock_guard<std::mutex> lock(siteMutex_);
    if (!armed_.isArmed())
      return;
    armed_.disarm();
  }
  armed_.letIn(throttle_);
  std::lock_guard<std::mutex> lock(siteMutex_);
  armed_.forgetUnnamed();
}

}  // namespace autoscope::collect
