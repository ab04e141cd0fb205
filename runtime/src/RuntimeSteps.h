// Profiles that begin and end with calls of functions that the user named, in an unmodified program: steps, of which a
// schedule says which are recorded, and a function that brackets them.
//
// Part of the root object. Told of the calls of such functions by the hot path (hot/StepScopes.h), on the thread that
// runs them, which is not marked busy: it starts and stops profiles like any other caller, and says what fails. Only
// one thread counts: that of the bracket while it runs, or else that of the first step. docs/config.md is for users.
#pragma once

#include "autoscope/detail/results_abi.h"
#include "autoscope/schedule.h"
#include "config/Options.h"
#include "filter/StepRules.h"
#include "hot/ShadowStack.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

namespace autoscope {

class Runtime;

class RuntimeSteps {
public:
  explicit RuntimeSteps(Runtime &runtime) : runtime_(runtime) {}

  // Before the first scope. Empty, or a sentence. Throws where memory is short.
  std::string begin(const config::Options &options);
  // Between profiles the run time is to be told of steps. With the root's lock.
  bool isActive() const { return isActive_; }
  // No more: the process ends, or is the child of a fork. What is being recorded goes on. Any thread, with that lock.
  void end() noexcept;
  // The process ends, and with it the step; the thread is not marked busy.
  void processEnds() noexcept;
  // The process ends: what is to be said of a function that was not called. Empty: nothing.
  std::string whyNothing() const;
  // The number of the rule for a function of these names; 0: none.
  uint32_t ruleFor(std::string_view qualifiedName, std::string_view name) const {
    return rules_.ruleFor(qualifiedName, name);
  }

  // As hot::upcall has it.
  bool scopeBegins(uint32_t rule, const hot::Place &place) noexcept;
  bool scopeEnds(uint32_t address) noexcept;
  void withinEnded() noexcept;

private:
  bool isOwner() const noexcept;
  bool becomeOwner() noexcept;
  bool withinBegins(const hot::Place &place);
  bool stepBegins(const hot::Place &place);
  void nextStep();
  void endProfile();
  void startWindow();
  void stopWindow();
  void closeStep() noexcept;
  void tell(const std::string &sentence);

  Runtime &runtime_;
  config::Options options_;
  filter::StepRules rules_;
  std::optional<schedule> schedule_;
  bool isActive_ = false;
  std::atomic<uint32_t> owner_{0};  // the number of the thread that counts, 0: none so far; the rest is its

  uint32_t within_ = 0, step_ = 0;  // the low halves of the addresses of the guards of open calls; 0: none is open
  long number_ = -1;                // of the last step that began
  ProfilerAction action_ = ProfilerAction::NONE;
  std::atomic<uint64_t> windows_{0};  // so far
  uint64_t windowsOfRun_ = 0;         // since number_ was -1
  uint64_t profile_ = 0;              // the number of the one that runs; 0: none
  autoscope_step_mark mark_ = {};     // of the step that is recorded; start 0: none is
  std::string told_;
  uint64_t windowsLost_ = 0;
  std::atomic<bool> wasTold_[2] = {};   // of a step, of a bracket
  std::atomic<uint64_t> elsewhere_{0};  // steps and brackets that began on another thread than the one that counts
};

}  // namespace autoscope
