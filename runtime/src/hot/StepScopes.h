// Functions whose calls begin and end profiles (AUTOSCOPE_STEP_FUNCTION, AUTOSCOPE_WITHIN), as the slow path tells of
// them: before their scope is entered and after it is left, so outside of Busy, where a profile may start and stop.
//
// Such a site has a rule from firstStepRule on, or no id yet, so it takes the slow path. A call that is told of and not
// recorded, as between profiles, has the depth below the most as its guard's: its leaving finds no such frame, and
// comes to the slow path, too.
#pragma once

#include "hot/ShadowStack.h"
#include "hot/ThreadState.h"
#include "hot/Upcalls.h"

namespace autoscope::hot {

// Set before the first scope; later only taken back.
extern bool watchesSteps;

// False: the flag is set only so that steps are told of, and no profile is being recorded.
extern bool takesScopes;

inline bool isSet(const bool &flag) {
  return __atomic_load_n(&flag, __ATOMIC_RELAXED);
}

class StepEntry {
public:
  StepEntry(__autoscope_site &site, const Place &place) noexcept
      : isTold_(__AUTOSCOPE_UNLIKELY(isSet(watchesSteps)) && !isInterrupting() &&
                upcall::stepScopeBegins(site, place)) {}
  // The depth of a guard whose scope is not recorded.
  unsigned unrecorded() const { return isTold_ ? record::maxDepth - 1 : __autoscope_off; }

private:
  const bool isTold_;
};

class StepExit {
public:
  explicit StepExit(uint32_t address) noexcept
      : ends_(__AUTOSCOPE_UNLIKELY(isSet(watchesSteps)) && !isInterrupting() && upcall::stepScopeEnds(address)) {}
  ~StepExit() {
    if (__AUTOSCOPE_UNLIKELY(ends_))
      upcall::withinEnded();
  }
  StepExit(const StepExit &) = delete;
  StepExit &operator=(const StepExit &) = delete;

private:
  const bool ends_;
};

}  // namespace autoscope::hot
