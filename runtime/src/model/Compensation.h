// Takes off a profile's times what the scopes themselves cost.
//
// A scope's own time loses the inner cost of a scope and, for each scope that it called itself, the rest of one; its
// total loses the inner cost and the whole one of every scope below it. Subtracted where scopes of one call path meet,
// and never below nothing: there noise shorter than a scope has averaged out. All else is summed up from those, so that
// totals agree to the nanosecond. Fed every scope of a walk in its order; knows nothing of steps. One thread; cannot
// fail but for memory.
#pragma once

#include "model/ModuleStack.h"
#include "model/SelfCost.h"

#include <cstdint>
#include <vector>

namespace autoscope::model {

struct CallNode;
struct ModuleNode;
struct Row;

class Compensation {
public:
  explicit Compensation(const SelfCost &cost)
      : inner_(static_cast<int64_t>(cost.innerPs)), outer_(static_cast<int64_t>(cost.outerPs)) {}

  // Scopes from `level` on, and those below them, have been visited.
  void leaveTo(uint32_t level, const std::vector<Module> &modules);
  // The next scope, of the node `call`, called by the node `parent`; 0: by none.
  void enter(const Scope &scope, const ModuleFrame &frame, uint32_t call, uint32_t parent);

  // Sets times of `calls` and, by them, of `rows`: the row of a call is `calls[i].row`.
  void finishCalls(std::vector<CallNode> &calls, std::vector<Row> &rows);
  // `newNode`: where each module of the walk is in `nodes`.
  void finishModules(std::vector<ModuleNode> &nodes, const std::vector<uint32_t> &newNode) const;

  uint64_t subtractedNs() const { return subtractedNs_; }
  // What scopes cost beyond all the time of their call path.
  uint64_t beyondNs() const { return beyondNs_; }

private:
  struct OpenModule {
    uint32_t level, module, around;
    bool isCall;
    uint64_t scopesBefore;
  };
  struct ModuleCost {
    int64_t own = 0, self = 0, past = 0;  // as ModuleTimes has them
  };

  ModuleCost &ofModule(uint32_t module);

  const int64_t inner_, outer_;  // ps
  uint64_t scopes_ = 0;
  std::vector<int64_t> ofCall_;  // ps of each node's own time
  std::vector<OpenModule> open_;
  std::vector<ModuleCost> ofModule_;
  uint64_t subtractedNs_ = 0, beyondNs_ = 0;
};

}  // namespace autoscope::model
