// The functions of abi.h of another copy of the run time in this process, to which a copy that does not record hands
// over what its own code asks for.
//
// A library may hold a copy of its own, linked statically, beside the one that records (RunTimeCopies.h). Its
// instrumented code then calls its own copy's functions, always the slow ones, since a thread has no slot there.
#pragma once

#include "autoscope/abi.h"
#include "autoscope/detail/results_abi.h"

#include <cstdint>

namespace autoscope::hot {

// Copies of different releases meet here: append, never reorder.
struct Functions {
  uint32_t bytes;  // of this table
  unsigned (*enterSlow)(__autoscope_site *, __autoscope_guard *, unsigned stack);
  unsigned (*enterModule)(__autoscope_site *, __autoscope_guard *, unsigned stack, const void *object,
                          const void *base);
  void (*leaveSlow)(__autoscope_guard *, __autoscope_u64 now, __autoscope_u64 state);
  unsigned (*enterCall)(__autoscope_site *, unsigned address, unsigned stack, const void *object, const void *base);
  void (*leaveCall)(unsigned address, unsigned depth, __autoscope_u64 now, __autoscope_u64 state);
  void (*coroutineBegin)(__autoscope_coroutine *, uint32_t stack, unsigned locals);
  void (*coroutineEnd)(__autoscope_coroutine *, unsigned suspends);
  void (*shapeOpen)(__autoscope_shapes *);
  void (*shapeSize)(__autoscope_shapes *, long size);
  void (*shapeClose)(__autoscope_shapes *);
  void (*shapeType)(__autoscope_shapes *, const char *name);
  void (*shapeScalarType)(__autoscope_shapes *, int number);
  void (*arguments)(const __autoscope_site *, const volatile void *const *values);
  void (*flops)(const __autoscope_site *, double flops);
  unsigned (*scopeBegin)(const char *name, size_t length, void *guard);
  unsigned (*scopeEnd)(unsigned scope);
  void (*stepBegin)(autoscope_step_mark *mark);
  void (*stepEnd)(const autoscope_step_mark *mark, const char *name, size_t length);
};

// Null in the copy that records.
extern const Functions *forwarded;

// This copy's own, also where the symbols of abi.h are another copy's.
extern const Functions ownFunctions;

// An own, hidden name of a function that abi.h declares; behind its definition. `cold`, as some of those are: only
// callers of the name in the same unit would heed it.
#define AUTOSCOPE_OWN(name)                                                                                            \
  extern "C" __attribute__((alias(#name), visibility("hidden"), nothrow, cold)) decltype(name) own##name
// The definition of such a name, seen from another unit.
#define AUTOSCOPE_OWN_OF(name) extern "C" __attribute__((visibility("hidden"))) decltype(name) own##name

void ownCoroutineBegin(__autoscope_coroutine *coroutine, uint32_t stack, unsigned locals) noexcept;

}  // namespace autoscope::hot
