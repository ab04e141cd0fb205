#include "model/ModuleTimes.h"

#include <algorithm>

namespace autoscope::model {

void ModuleTimes::enter(const Scope &scope, const ModuleFrame &frame, uint32_t around, uint32_t step) {
  const std::vector<Module> &tree = stack_.modules();
  if (frame.module >= modules_.size())
    modules_.resize(tree.size());
  uint64_t ns = scope.durationNs();
  Sums &sums = modules_[frame.module];
  if (scope.startNs < sums.firstNs)
    sums.firstSite = scope.site;
  sums.add(scope, frame.isCall, frame.isCall);
  sums.peakMemory = std::max(sums.peakMemory, scope.heap.peak);
  if (around != 0)
    modules_[around].selfNs -= ns;
  if (!frame.isCall)
    return;
  // Up to the module around, which counts this time by its own call. Only a damaged session has one around that is not
  // above; what is open above then counts it twice.
  for (uint32_t node = tree[frame.module].parent; node != around && node != 0; node = tree[node].parent)
    modules_[node].pastNs += ns;
  if (step != 0)
    addToStep(scope, frame.module, around, step - 1);
}

void ModuleTimes::addToStep(const Scope &scope, uint32_t module, uint32_t around, uint32_t step) {
  const std::vector<Module> &tree = stack_.modules();
  if (module >= stepsOf_.size())
    stepsOf_.resize(tree.size());
  uint64_t ns = scope.durationNs();
  stepsOf_[module].own.add(step, ns, scope.isCall());
  for (uint32_t node = tree[module].parent; node != around && node != 0; node = tree[node].parent)
    stepsOf_[node].past.add(step, ns);
}

// Each module that is running around the scope, from the inside up to `said`, and what lies between two of them: of
// that `count(module, true)`.
template <class Count> void ModuleTimes::visitAround(const ModuleFrame &frame, uint32_t said, Count &&count) const {
  const std::vector<Module> &tree = stack_.modules();
  uint32_t inside = 0;  // the running module before
  auto passTo = [&](uint32_t around) {
    for (uint32_t node = tree[inside].parent; inside != 0 && node != around && node != 0; node = tree[node].parent)
      count(node, true);
  };
  bool wasSaid = false;
  stack_.visitRunning(frame, [&](uint32_t module) {
    passTo(module);
    wasSaid = module == said;
    if (!wasSaid)
      count(module, false);
    inside = module;
    return !wasSaid;
  });
  if (!wasSaid)
    passTo(0);
}

void ModuleTimes::addFlops(const ModuleFrame &frame, uint32_t said, uint64_t flops) {
  flopsOf_.resize(stack_.modules().size());
  ++scopesWithFlops_;
  visitAround(frame, said, [&](uint32_t module, bool isPast) {
    Flops &of = flopsOf_[module];
    uint64_t &last = isPast ? of.lastPast : of.lastOwn;
    if (last != scopesWithFlops_)
      (isPast ? of.past : of.own) += flops;
    last = scopesWithFlops_;
  });
}

void ModuleTimes::addUsage(const ModuleFrame &frame, const Usage &usage) {
  usageOf_.resize(stack_.modules().size());
  ++scopesWithUsage_;
  visitAround(frame, 0, [&](uint32_t module, bool) {
    UsageSums &of = usageOf_[module];
    if (of.last != scopesWithUsage_)
      of.all += usage;
    of.last = scopesWithUsage_;
  });
}

std::vector<ModuleNode> ModuleTimes::finish(const record::MetaLog &names, const std::vector<Step> &steps,
                                            std::vector<uint32_t> &newNode) {
  const std::vector<Module> &tree = stack_.modules();
  modules_.resize(tree.size());
  stepsOf_.resize(tree.size());
  flopsOf_.resize(tree.size());
  usageOf_.resize(tree.size());
  std::vector<bool> used(tree.size());
  // Children have higher numbers than their parents. A parent that was never called itself, as a container is, appears
  // where its first child was called.
  for (size_t node = tree.size(); node-- > 1;) {
    used[node] = used[node] || modules_[node].scopes;
    if (used[node]) {
      uint32_t parent = tree[node].parent;
      used[parent] = true;
      modules_[parent].firstNs = std::min(modules_[parent].firstNs, modules_[node].firstNs);
    }
  }
  newNode.assign(tree.size(), 0);
  std::vector<ModuleNode> result(1);
  KinetoHierarchy methods(names);
  for (size_t node = 1; node < tree.size(); ++node) {
    if (!used[node])
      continue;
    newNode[node] = static_cast<uint32_t>(result.size());
    Sums &sums = modules_[node];
    ModuleNode entry;
    static_cast<Counts &>(entry) = sums;
    entry.flops = flopsOf_[node].own + (sums.scopes ? 0 : flopsOf_[node].past);
    entry.usage = usageOf_[node].all;
    entry.peakMemory = sums.peakMemory;
    entry.module = tree[node];
    entry.module.parent = newNode[tree[node].parent];
    entry.insideNs = sums.totalNs + sums.pastNs;
    if (!sums.scopes)
      entry.totalNs = entry.insideNs;
    if (sums.scopes)
      entry.method = methods.methodAt(sums.firstSite);
    entry.steps = (sums.scopes ? stepsOf_[node].own : stepsOf_[node].past).finish(steps);
    result[entry.module.parent].children.push_back(newNode[node]);
    result.push_back(std::move(entry));
  }
  return result;
}

}  // namespace autoscope::model
