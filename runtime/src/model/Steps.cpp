#include "model/Steps.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace autoscope::model {

bool StepIndex::begins(const Scope &scope, const ModuleFrame &frame) const {
  return ofFunctions() ? stepSites_[scope.site] : frame.isCall && frame.around == 0;
}

void StepIndex::collect(const Scope &scope, const ModuleFrame &frame) {
  uint32_t inside = scope.level == 0 ? 0 : open_[scope.level - 1];
  open_.resize(scope.level);
  if (inside == 0 && begins(scope, frame)) {
    auto step = static_cast<uint32_t>(steps_.size());
    if (scope.coroutine.call != 0)
      step = ofCoroutine_.try_emplace(scope.coroutine.call, step).first->second;
    if (step == steps_.size())
      steps_.emplace_back();
    Step &entry = steps_[step];
    entry.startNs = std::min(entry.startNs, scope.startNs);
    entry.endNs = std::max(entry.endNs, scope.endNs);
    entry.ownNs += scope.durationNs();
    entry.finished = entry.finished && scope.finished;
    entry.root = ofFunctions() ? 0 : frame.module;
    ofScope_.push_back(step);
    inside = step + 1;
  } else if (inside == 0 && !scope.finished && frame.isModule) {
    openOutside_.push_back(scope.startNs);
  }
  open_.push_back(inside);
}

void StepIndex::finish() {
  std::vector<uint32_t> order(steps_.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [this](uint32_t a, uint32_t b) { return steps_[a].startNs < steps_[b].startNs; });
  std::map<uint32_t, uint32_t> next;
  for (uint32_t step : order)
    steps_[step].number = next[steps_[step].root]++;
  open_.clear();
  if (ofFunctions())
    findAlone();
  for (uint64_t start : openOutside_)
    if (uint32_t step = alone_.empty() ? 0 : aloneAt(start))
      steps_[step - 1].finished = false;
}

void StepIndex::findAlone() {
  struct Change {
    uint64_t ns;
    uint32_t step;
    bool begins;
  };
  std::vector<Change> changes;
  for (uint32_t step = 0; step < steps_.size(); ++step) {
    changes.push_back({steps_[step].startNs, step, true});
    changes.push_back({steps_[step].endNs, step, false});
  }
  std::sort(changes.begin(), changes.end(), [](const Change &a, const Change &b) { return a.ns < b.ns; });
  uint64_t running = 0, sumOfRunning = 0;  // the sum of one is that one
  for (size_t i = 0; i < changes.size(); ++i) {
    running += changes[i].begins ? 1 : ~uint64_t{0};
    sumOfRunning += changes[i].begins ? changes[i].step : ~uint64_t{changes[i].step} + 1;
    if (i + 1 == changes.size() || changes[i + 1].ns != changes[i].ns)
      alone_.push_back({changes[i].ns, running == 1 ? static_cast<uint32_t>(sumOfRunning) + 1 : 0});
  }
}

uint32_t StepIndex::enter(const Scope &scope, const ModuleFrame &frame) {
  uint32_t inside = scope.level == 0 ? 0 : open_[scope.level - 1];
  open_.resize(scope.level);
  if (inside == 0 && begins(scope, frame))
    inside = ofScope_[nextBeginning_++] + 1;
  open_.push_back(inside);
  return inside != 0 || alone_.empty() ? inside : aloneAt(scope.startNs);
}

uint32_t StepIndex::aloneAt(uint64_t ns) const {
  auto later = std::upper_bound(alone_.begin(), alone_.end(), ns,
                                [](uint64_t time, const Alone &from) { return time < from.ns; });
  return later == alone_.begin() ? 0 : (later - 1)->step;
}

StepTimes StepSums::finish(const std::vector<Step> &steps) {
  StepTimes result;
  if (times_.empty())
    return result;
  std::sort(times_.begin(), times_.end(), [](const Time &a, const Time &b) { return a.step < b.step; });
  // Threads of one step.
  size_t kept = 0;
  for (size_t i = 1; i < times_.size(); ++i)
    if (times_[i].step == times_[kept].step)
      times_[kept].ns += times_[i].ns;
    else
      times_[++kept] = times_[i];
  times_.resize(kept + 1);
  auto shorter = [&steps](const Time &a, const Time &b) {
    // Of two as slow the earlier step is named.
    return a.ns != b.ns ? a.ns < b.ns : steps[a.step].number > steps[b.step].number;
  };
  std::sort(times_.begin(), times_.end(), shorter);
  result.steps = static_cast<uint32_t>(times_.size());
  result.calls = calls_;
  result.leastNs = times_.front().ns;
  result.medianNs = times_[(times_.size() - 1) / 2].ns;
  result.mostNs = times_.back().ns;
  result.slowest = steps[times_.back().step].number;
  return result;
}

}  // namespace autoscope::model
