// The steps of a session, and how long each module took in each of them.
//
// A step is a call of a thread's outermost module, or, where the user names functions, an outermost call of one of them
// on its thread. Steps are numbered by their start, from 0: per outermost module, or over the whole session. A scope is
// in the step around it on its own thread; if there is none, and the user named functions, in the one step that ran
// when it started, if exactly one did: workers of a step count as part of it. A step in which a module is still open,
// or which is open itself, is not finished: how long it takes is not known.
//
// Two passes over the session: collect() all, finish(), then enter() all again in the same order. Memory goes with the
// number of steps times the modules that ran in them. One thread; cannot fail but for memory.
#pragma once

#include "model/ModuleStack.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace autoscope::model {

struct Step {
  uint64_t startNs = ~uint64_t{0}, endNs = 0;
  uint64_t ownNs = 0;   // of its own scopes: less than end - start for a coroutine that was suspended
  uint32_t root = 0;    // the outermost module; 0: the step is one of a function
  uint32_t number = 0;  // from 0, by the start
  bool finished = true;
};

struct StepTimes {
  uint32_t steps = 0;  // with a scope of the module
  uint64_t calls = 0;  // in them
  uint64_t leastNs = 0, medianNs = 0, mostNs = 0;
  uint32_t slowest = 0;  // number of the step that took mostNs
};

class StepIndex {
public:
  // Sites (by index) whose calls are steps; none: calls of outermost modules.
  explicit StepIndex(std::vector<bool> stepSites) : stepSites_(std::move(stepSites)) {}

  void nextThread() { open_.clear(); }
  void collect(const Scope &scope, const ModuleFrame &frame);
  void finish();
  // The index of the scope's step plus 1; 0: in none.
  uint32_t enter(const Scope &scope, const ModuleFrame &frame);

  const std::vector<Step> &steps() const { return steps_; }
  bool ofFunctions() const { return !stepSites_.empty(); }

private:
  bool begins(const Scope &scope, const ModuleFrame &frame) const;
  void findAlone();
  uint32_t aloneAt(uint64_t ns) const;

  std::vector<bool> stepSites_;
  std::vector<Step> steps_;
  std::vector<uint64_t> openOutside_;  // starts of open modules that are in no step of their thread
  std::vector<uint32_t> ofScope_;      // the step that each beginning scope is of, in order of visit
  size_t nextBeginning_ = 0;
  std::unordered_map<uint64_t, uint32_t> ofCoroutine_;
  std::vector<uint32_t> open_;  // by level: the step plus 1
  struct Alone {
    uint64_t ns;
    uint32_t step;  // plus 1: the only one that runs from here on; 0: none or several do
  };
  std::vector<Alone> alone_;  // of functions only
};

// Sums up one module's times by step.
class StepSums {
public:
  void add(uint32_t step, uint64_t ns, bool isCall = true) {
    calls_ += isCall;
    if (!times_.empty() && times_.back().step == step)
      times_.back().ns += ns;
    else
      times_.push_back({step, ns});
  }
  // Ends the sums.
  StepTimes finish(const std::vector<Step> &steps);

private:
  struct Time {
    uint32_t step;
    uint64_t ns;
  };
  std::vector<Time> times_;
  uint64_t calls_ = 0;
};

}  // namespace autoscope::model
