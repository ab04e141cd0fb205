#include "model/Compensation.h"

#include "model/Profile.h"

#include <algorithm>

namespace autoscope::model {

namespace {

int64_t roundedNs(int64_t ps) {
  return (ps + (ps < 0 ? -500 : 500)) / 1000;
}

uint64_t less(uint64_t ns, int64_t ps) {
  auto left = static_cast<int64_t>(ns) - roundedNs(ps);
  return left > 0 ? static_cast<uint64_t>(left) : 0;
}

}  // namespace

Compensation::ModuleCost &Compensation::ofModule(uint32_t module) {
  if (module >= ofModule_.size())
    ofModule_.resize(module + size_t{1});
  return ofModule_[module];
}

void Compensation::enter(const Scope &scope, const ModuleFrame &frame, uint32_t call, uint32_t parent) {
  if (call >= ofCall_.size())
    ofCall_.resize(call + size_t{1});
  ofCall_[call] += inner_;
  if (parent != 0)
    ofCall_[parent] += outer_ - inner_;
  ++scopes_;
  if (frame.isModule)
    open_.push_back({scope.level, frame.module, frame.around, frame.isCall, scopes_});
}

void Compensation::leaveTo(uint32_t level, const std::vector<Module> &modules) {
  for (; !open_.empty() && open_.back().level >= level; open_.pop_back()) {
    const OpenModule &scope = open_.back();
    int64_t cost = inner_ + static_cast<int64_t>(scopes_ - scope.scopesBefore) * outer_;
    ofModule(scope.module).self += cost;
    if (scope.around != 0)
      ofModule(scope.around).self -= cost;
    if (!scope.isCall)
      continue;
    ofModule(scope.module).own += cost;
    for (uint32_t node = modules[scope.module].parent; node != scope.around && node != 0; node = modules[node].parent)
      ofModule(node).past += cost;
  }
}

void Compensation::finishCalls(std::vector<CallNode> &calls, std::vector<Row> &rows) {
  ofCall_.resize(calls.size());
  for (Row &row : rows)
    row.selfNs = row.totalNs = 0;
  // A node has a higher number than its caller.
  for (size_t node = 1; node < calls.size(); ++node) {
    auto self = static_cast<int64_t>(calls[node].selfNs), left = self - roundedNs(ofCall_[node]);
    if (left < 0)
      beyondNs_ += static_cast<uint64_t>(-left);
    left = std::max<int64_t>(left, 0);
    subtractedNs_ += static_cast<uint64_t>(self - left);
    calls[node].selfNs = calls[node].totalNs = static_cast<uint64_t>(left);
    rows[calls[node].row].selfNs += static_cast<uint64_t>(left);
  }
  for (size_t node = calls.size(); node-- > 1;)
    if (calls[node].parent != 0)
      calls[calls[node].parent].totalNs += calls[node].totalNs;

  // Of a row only the outermost calls count. Depth-first without recursion: a node comes up again when it is left.
  std::vector<uint32_t> pending = calls[0].children, running(rows.size());
  std::vector<bool> entered(calls.size());
  while (!pending.empty()) {
    uint32_t node = pending.back();
    const CallNode &call = calls[node];
    if (entered[node]) {
      pending.pop_back();
      --running[call.row];
      continue;
    }
    entered[node] = true;
    if (running[call.row]++ == 0)
      rows[call.row].totalNs += call.totalNs;
    pending.insert(pending.end(), call.children.begin(), call.children.end());
  }
}

void Compensation::finishModules(std::vector<ModuleNode> &nodes, const std::vector<uint32_t> &newNode) const {
  for (size_t module = 1; module < ofModule_.size(); ++module) {
    if (newNode[module] == 0)
      continue;
    ModuleNode &node = nodes[newNode[module]];
    const ModuleCost &cost = ofModule_[module];
    if (node.scopes)
      node.selfNs = less(node.selfNs, cost.self);
    node.insideNs = less(node.insideNs, cost.own + cost.past);
    node.totalNs = node.scopes ? less(node.totalNs, cost.own) : node.insideNs;
  }
}

}  // namespace autoscope::model
