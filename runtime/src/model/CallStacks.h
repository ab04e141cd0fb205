// The source stacks of calls, kept as one tree: a node is a frame and all frames around it.
//
// Frames are the scopes that have a place in a source, the call itself included; what has none (an operator of a
// library) has the stack of its caller. Memory goes with the number of different stacks. Lives no longer than `names`.
#pragma once

#include "model/CallNames.h"
#include "model/PairIndex.h"

#include <cstdint>
#include <string>
#include <vector>

namespace autoscope::model {

class CallStacks {
public:
  explicit CallStacks(const CallNames &names) : names_(names), nodes_(1), cut_(1) {}

  // The node of a call at `site` below a call of node `around`; 0: no frame.
  uint32_t enter(uint32_t around, uint32_t site);
  // The same for all nodes whose `count` innermost frames are alike; 0: no frame. Always the same `count`.
  uint32_t innermost(uint32_t node, uint32_t count);
  // Innermost first, at most `count`.
  std::vector<std::string> frames(uint32_t node, uint32_t count = ~0u) const;

private:
  struct Node {
    uint32_t around = 0;
    uint32_t site = 0;
    uint32_t cut = 0;  // what innermost() said, plus 1
  };

  const CallNames &names_;
  std::vector<Node> nodes_;
  PairIndex index_;
  uint32_t cut_;  // numbers given out, 0 for none included
  PairIndex cutIndex_;
};

}  // namespace autoscope::model
