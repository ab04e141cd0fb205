#include "model/CallStacks.h"

namespace autoscope::model {

uint32_t CallStacks::enter(uint32_t around, uint32_t site) {
  if (!names_.hasFrame(site))
    return around;
  uint32_t node = index_.find(around, names_.rowOf(site));
  if (node == 0) {
    node = static_cast<uint32_t>(nodes_.size());
    index_.set(node);
    nodes_.push_back({around, site, 0});
  }
  return node;
}

uint32_t CallStacks::innermost(uint32_t node, uint32_t count) {
  if (nodes_[node].cut != 0)
    return nodes_[node].cut - 1;
  uint32_t cut = 0;
  uint32_t at = node;
  for (uint32_t frames = 0; at != 0 && frames < count; ++frames, at = nodes_[at].around) {
    uint32_t inner = cut;
    uint32_t row = names_.rowOf(nodes_[at].site);
    cut = cutIndex_.find(inner, row);
    if (cut == 0)
      cutIndex_.set(cut = cut_++);
  }
  nodes_[node].cut = cut + 1;
  return cut;
}

std::vector<std::string> CallStacks::frames(uint32_t node, uint32_t count) const {
  std::vector<std::string> frames;
  for (; node != 0 && frames.size() < count; node = nodes_[node].around)
    frames.push_back(names_.frame(nodes_[node].site));
  return frames;
}

}  // namespace autoscope::model
