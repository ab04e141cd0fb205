// Which operator of the forward pass made which node of the backward pass, as Kineto pairs them for its `fwdbwd`
// arrows.
//
// A node belongs to the last operator that began with its sequence number on the thread that it names; of several nodes
// with one number the first has the arrow. Scopes are added in any order. Holds 64 bytes for each number of a thread,
// and at most `most` of them: beyond, nodes of numbers not met before are counted and have no arrow.
#pragma once

#include "record/SequenceWord.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace autoscope::report {

class BackwardArrows {
public:
  explicit BackwardArrows(size_t most = size_t{1} << 20) : most_(most) {}

  struct Place {
    uint64_t startNs = 0;
    uint32_t tid = 0;
  };
  struct Pair {
    Place forward, backward;
  };

  void add(const record::TorchSequence &sequence, const Place &place) {
    if (sequence.number && sequence.thread)
      addKnown(sequence, place);
  }

  // By the start of the forward operator.
  std::vector<Pair> pairs() const;
  uint64_t leftOut() const { return leftOut_; }

private:
  static constexpr uint64_t none = ~uint64_t{0};

  struct Ends {
    Place lastForward, firstBackward = {none, 0};
    bool hasForward = false;
  };

  void addKnown(const record::TorchSequence &sequence, const Place &place);

  const size_t most_;
  std::unordered_map<uint64_t, Ends> ends_;  // by the word of the forward operator
  uint64_t leftOut_ = 0;
};

}  // namespace autoscope::report
