// Scopes that other tools are told of while they run (AUTOSCOPE_EMIT): NVTX, ITT, torch.profiler.
//
// Decided once, before the first scope: then every site is marked (SiteFlags.h), so entering takes the slow path,
// which tells the tools just before the frame opens and notes in the frame's watch whom it told. Whatever takes the
// frame off the stack, on the thread that it belongs to, tells the same tools of the end, and nobody else does: so what
// we have begun is ended once, also behind a longjmp, an exception or a stop, and nothing that the program has begun
// itself is. In the child of a fork open frames are forgotten, and nothing is told of them.
#pragma once

#include "hot/ShadowStack.h"
#include "hot/SiteFlags.h"
#include "hot/Upcalls.h"

namespace autoscope::hot {

// Set before the first scope, never taken back.
extern bool emitsScopes;
inline bool isEmitting() {
  return __atomic_load_n(&emitsScopes, __ATOMIC_RELAXED);
}

// A scope of `site` begins, whose id is `id`. Returns whom it was told: bits, for its watch; 0: nobody.
inline uint32_t emitBegin(const ThreadSlot &slot, const __autoscope_site &site, uint32_t id) noexcept {
  if (__AUTOSCOPE_LIKELY(!isEmitting()) || !isEmitted(site) || !hasRoom(slot, 2))
    return 0;
  return upcall::emitBegin(site, id);
}

// Those that `tools` stands for are told that the innermost scope that they know of on this thread ends.
inline void emitEnd(uint32_t tools) noexcept {
  if (__AUTOSCOPE_UNLIKELY(tools))
    upcall::emitEnd(tools);
}

// Makes sure that the scope at the top, of `site`, is left through the slow path if it is watched. A scope that a body
// has taken over may be watched already.
void watch(ThreadSlot &slot, const __autoscope_site &site, uint32_t tools) noexcept;

}  // namespace autoscope::hot
