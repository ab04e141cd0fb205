#include "report/BackwardArrows.h"

#include <algorithm>
#include <tuple>

namespace autoscope::report {

void BackwardArrows::addKnown(const record::TorchSequence &sequence, const Place &place) {
  record::TorchSequence forward = sequence;
  forward.isBackward = false;
  uint64_t key = record::packSequence(forward);
  auto found = ends_.find(key);
  if (found == ends_.end()) {
    if (ends_.size() == most_) {
      leftOut_ += sequence.isBackward;
      return;
    }
    found = ends_.try_emplace(key).first;
  }
  Ends &ends = found->second;
  if (sequence.isBackward) {
    if (place.startNs < ends.firstBackward.startNs)
      ends.firstBackward = place;
  } else if (!ends.hasForward || place.startNs > ends.lastForward.startNs) {
    ends.lastForward = place;
    ends.hasForward = true;
  }
}

// An operator takes the number that the next node will have, so none begins with it once there is a node.
std::vector<BackwardArrows::Pair> BackwardArrows::pairs() const {
  std::vector<Pair> pairs;
  for (const auto &[key, ends] : ends_)
    if (ends.hasForward && ends.firstBackward.startNs != none && ends.lastForward.startNs <= ends.firstBackward.startNs)
      pairs.push_back({ends.lastForward, ends.firstBackward});
  std::sort(pairs.begin(), pairs.end(), [](const Pair &a, const Pair &b) {
    return std::tie(a.forward.startNs, a.forward.tid, a.backward.startNs, a.backward.tid) <
           std::tie(b.forward.startNs, b.forward.tid, b.backward.startNs, b.backward.tid);
  });
  return pairs;
}

}  // namespace autoscope::report
