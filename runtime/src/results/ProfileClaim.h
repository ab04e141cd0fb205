// Who profiles this process: one owner at a time, also while it waits for its next step.
//
// The C functions autoscope_claim and _release. Any thread; nothing throws or waits. The child of a fork is nobody's.
#pragma once

#include "autoscope/detail/results_abi.h"
