// Scopes that a library reports by calls of functions, and not by a guard in compiled code: operators of libtorch.
//
// They lie on the thread's shadow stack among the compiled ones and are left in the same order. Called by the thread
// that runs the scope, for one that has no slot yet as well. What cannot be opened is counted as a loss.
#pragma once

#include "autoscope/abi.h"
#include "hot/ShadowStack.h"

namespace autoscope::hot {

// `place.address` stands for the guard: no open scope has the same, and it lies neither where one of a callee may nor
// just below the stack pointer of a caller. False: there is no scope.
bool enterForeign(__autoscope_site &site, const Place &place) noexcept;

// Leaves the innermost open scope with that address, and what a longjmp left open inside. False: this thread has none.
bool leaveForeign(uint32_t address) noexcept;

// The arguments of a call: describe() is asked for each in turn, as a describer of abi_shapes.h, and may throw.
struct ArgumentList {
  void (*describe)(__autoscope_shapes *shapes, const void *arguments, uint32_t index);
  const void *arguments;
  uint32_t count;
};

// Notes their shapes and types with the innermost scope, which is of `site`; the time that it takes is not the scope's.
void noteArguments(const __autoscope_site &site, const ArgumentList &list) noexcept;

// Notes torch's sequence number of the innermost scope, which is of `site`: a word of record/SequenceWord.h.
void noteSequence(const __autoscope_site &site, uint64_t word) noexcept;

}  // namespace autoscope::hot
