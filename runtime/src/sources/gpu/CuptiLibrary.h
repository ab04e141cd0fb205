// libcupti, opened when a profile wants a GPU, and only then.
//
// Any version of CUDA 11 to 13: the one that the process has already, else the first that the loader or CUDA's own
// folder gives. A function that a version lacks is null. Opened by one thread, and never closed: its threads may be in
// our callbacks.
#pragma once

#include "sources/gpu/CuptiRecords.h"

#include <string>

namespace autoscope::gpu {

using Result = int;  // CUptiResult; 0: success

constexpr Result insufficientPrivileges = 35, multipleSubscribers = 39, virtualizedWithoutPrivileges = 40,
                 unknownError = 999;

using RequestBuffer = void (*)(uint8_t **buffer, size_t *bytes, size_t *mostRecords);
using CompleteBuffer = void (*)(void *context, uint32_t stream, uint8_t *buffer, size_t bytes, size_t validBytes);
using SubscriberCallback = void (*)(void *user, int domain, uint32_t callback, const void *data);

struct CuptiFunctions {
  // Always there.
  Result (*registerCallbacks)(RequestBuffer, CompleteBuffer);
  Result (*enable)(cupti::Kind);
  Result (*disable)(cupti::Kind);
  Result (*flushAll)(uint32_t flags);
  Result (*nextRecord)(uint8_t *buffer, size_t validBytes, cupti::Activity **record);
  Result (*droppedRecords)(void *context, uint32_t stream, size_t *dropped);
  Result (*subscribe)(void **subscriber, SubscriberCallback, void *user);
  Result (*unsubscribe)(void *subscriber);
  Result (*timestamp)(uint64_t *);
  Result (*resultString)(Result, const char **);
  // Perhaps null.
  Result (*registerTimestampCallback)(uint64_t (*)());
  Result (*setThreadIdType)(int);
  Result (*callbackName)(int domain, uint32_t callback, const char **name);
  Result (*version)(uint32_t *);
};

struct CuptiLibrary {
  CuptiFunctions functions = {};
  std::string problem;  // empty, or why there is none: a clause
};

CuptiLibrary openCupti();

// "CUPTI_ERROR_UNKNOWN (999)", and what to do about it where that is known.
std::string explain(const CuptiFunctions &functions, Result result);

}  // namespace autoscope::gpu
