#include "hot/Clock.h"

#include "autoscope/abi.h"

#include <time.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace autoscope::hot {

namespace {
TickFunction overriding = nullptr;  // read by every slow enter; set only while nothing is recorded
bool counterVaries = false;
}  // namespace

void overrideClock(TickFunction function) noexcept {
  __atomic_store_n(&overriding, function, __ATOMIC_RELEASE);
}

bool clockIsOverridden() noexcept {
  return __atomic_load_n(&overriding, __ATOMIC_RELAXED) != nullptr;
}

uint64_t now() noexcept {
  TickFunction function = __atomic_load_n(&overriding, __ATOMIC_RELAXED);
  return function ? function() : __autoscope_now();
}

uint64_t monotonicTicks() noexcept {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return uint64_t(time.tv_sec) * 1000000000u + uint64_t(time.tv_nsec);
}

void assumeCounterVaries() noexcept {
  counterVaries = true;
}

bool counterIsInvariant() noexcept {
  if (counterVaries)
    return false;
#if defined(__x86_64__)
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  return __get_cpuid(0x80000007u, &eax, &ebx, &ecx, &edx) && (edx & 1u << 8);
#else
  return true;  // the generic timer of aarch64 is, by architecture
#endif
}

}  // namespace autoscope::hot
