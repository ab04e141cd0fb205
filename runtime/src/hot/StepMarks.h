// The steps of a profile: stretches of time on a thread that begin and end between any two instructions, and not as
// calls do, so they are no frames of the shadow stack and no scope is cut for them.
//
// A step becomes a record when it ends. It says whether the step lies in the tree of calls, around whole calls and
// inside others, or overlaps one: a function around it that began or ended in its middle. Readers show such a step
// beside the tree (model/ScopeWalk.h).
#pragma once

#include "autoscope/detail/results_abi.h"
#include "hot/ShadowStack.h"

namespace autoscope::hot {

// Where a step begins that the calling thread will end. Nothing where no scope is recorded.
void beginStep(autoscope_step_mark &mark) noexcept;
// `mark` has begun; on any thread. Called where the thread is not inside the run time. False: it is not recorded.
bool endStep(const autoscope_step_mark &mark, __autoscope_site &site, const Place &place) noexcept;

// 1 + how many steps there were before the one that is going on, since forgetSteps(); 0: none is. Any thread.
uint32_t stepOfNow() noexcept;
void forgetSteps() noexcept;

}  // namespace autoscope::hot
