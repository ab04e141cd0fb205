// The modules that run on a thread, as its slot holds them, and the rule that one call of a module is one scope:
//
// A scope that the caller entered (abi_calls.h) is taken over by the body that it calls, if that has a scope, too: the
// body's site says what really ran, and nothing is pushed for it. If AUTOSCOPE_FILTER leaves the body out, the caller's
// scope goes, too. Called on the owning thread.
//
// SlotHeader::innermostModule is set before a module opens and taken back after it has closed; until then
// ThreadSlot::innermost() does not believe it. So a signal handler between two instructions finds a whole stack.
#pragma once

#include "hot/FrameWord.h"
#include "hot/SiteFlags.h"
#include "hot/ThreadSlot.h"

namespace autoscope::hot {

// In OpenModule::site, above the address: the scope is a caller's, and no body has taken it over.
constexpr uint64_t enteredByCaller = 1ull << 63;

inline const __autoscope_site &siteOf(const record::OpenModule &module) {
  return *reinterpret_cast<const __autoscope_site *>(module.site & ~enteredByCaller);
}

// A module that calls another function of its own is still the same place in the tree. The address alone does not tell:
// the first member of a class lies where the object itself does.
inline bool isSameModule(const record::OpenModule &running, const __autoscope_site &site, const void *object,
                         const void *base) {
  if (running.base && base)
    return running.base == reinterpret_cast<uint64_t>(base);
  return running.object == reinterpret_cast<uint64_t>(object) && typeHashOf(siteOf(running)) == typeHashOf(site);
}

// The scope at the top that the caller of the module has entered and no body taken over; null: there is none. `depth`:
// of the stack, without dead frames.
inline record::OpenModule *callAtTop(ThreadSlot &slot, uint32_t depth, const __autoscope_site &site, const void *object,
                                     const void *base) {
  uint32_t innermost = slot.innermost();
  if (innermost == 0 || depth == 0)
    return nullptr;
  record::OpenModule &call = slot.modules[innermost - 1];
  bool isCall = call.site & enteredByCaller && innermost - 1 == topScope(slot, depth);
  return isCall && isSameModule(call, site, object, base) ? &call : nullptr;
}

// False: the body needs a scope of its own.
inline bool takeOverCall(ThreadSlot &slot, uint32_t depth, const __autoscope_site &site, const void *object,
                         const void *base) {
  record::OpenModule *call = callAtTop(slot, depth, site, object, base);
  if (!call)
    return false;
  uint64_t &word = slot.frames[call - slot.modules].word;
  uint32_t id = siteIdOf(site);
  __atomic_store_n(&word, (word & ~uint64_t(record::escapeSite)) | id, __ATOMIC_RELAXED);
  call->site = reinterpret_cast<uint64_t>(&site);
  return true;
}

}  // namespace autoscope::hot
