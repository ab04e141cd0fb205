// Sums up the scopes of each module, for Profile.
//
// Calls and times of a module are those of its own scopes; a container, which is never called itself, and a module
// whose children are also called past it, have besides them the time that anything below them ran. FLOPs go
// with the times. One thread; cannot fail but for memory.
#pragma once

#include "model/Counts.h"
#include "model/ModuleStack.h"
#include "model/Steps.h"

#include <vector>

namespace autoscope::model {

struct ModuleNode : Counts {
  Module module;
  std::string method;              // of its first call: forward; empty for a container
  uint64_t insideNs = 0;           // while it or a module below it ran; the outermost scopes of a thread count
  Usage usage;                     // of all that ran in it and below
  uint64_t peakMemory = 0;         // the highest above entry, of one call
  StepTimes steps;                 // of finished steps, where steps were asked for
  std::vector<uint32_t> children;  // nodes, in order of the first call
};

class ModuleTimes {
public:
  explicit ModuleTimes(const ModuleStack &stack) : stack_(stack), modules_(1) {}

  // A scope of `frame`, as if it were below `around`; `step` is its step plus 1; 0: none that counts.
  void enter(const Scope &scope, const ModuleFrame &frame, uint32_t around, uint32_t step);
  // What a scope of `frame` says counts for each module that is running, up to `said`: that whose FLOPs a scope around
  // it says.
  void addFlops(const ModuleFrame &frame, uint32_t said, uint64_t flops);
  // What a scope of `frame` used itself counts for each of them, too.
  void addUsage(const ModuleFrame &frame, const Usage &usage);
  // The modules that ran and those above them; node 0 is none. `newNode` is told where each node of the stack went.
  std::vector<ModuleNode> finish(const record::MetaLog &names, const std::vector<Step> &steps,
                                 std::vector<uint32_t> &newNode);

private:
  struct Sums : Counts {
    uint64_t pastNs = 0;  // of modules below it that ran outside its own calls
    uint64_t peakMemory = 0;
    uint32_t firstSite = 0;
  };
  struct Steps {
    StepSums own, past;
  };

  template <class Count> void visitAround(const ModuleFrame &frame, uint32_t said, Count &&count) const;
  void addToStep(const Scope &scope, uint32_t module, uint32_t around, uint32_t step);

  const ModuleStack &stack_;
  std::vector<Sums> modules_;
  std::vector<Steps> stepsOf_;  // of each module
  struct Flops {
    uint64_t own = 0, past = 0;
    uint64_t lastOwn = 0, lastPast = 0;  // the scope that was counted last: once, however often the module is running
  };
  std::vector<Flops> flopsOf_;
  uint64_t scopesWithFlops_ = 0;
  struct UsageSums {
    Usage all;          // also of modules below it that ran outside its own calls
    uint64_t last = 0;  // as lastOwn
  };
  std::vector<UsageSums> usageOf_;
  uint64_t scopesWithUsage_ = 0;
};

}  // namespace autoscope::model
