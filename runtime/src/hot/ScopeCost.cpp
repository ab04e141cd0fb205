// The names of abi.h that lead to what a thread records are made ours, so that its inline code runs as it is in
// instrumented programs and touches nothing of this thread's. First of all, before anything brings that header.
#define __autoscope_enabled measuredEnabled
#define __autoscope_slot_of_thread measuredSlot
#define __autoscope_enter_slow measuredEnterSlow
#define __autoscope_leave_slow measuredLeaveSlow
#include "autoscope/abi.h"

#include "hot/Clock.h"
#include "hot/ScopeCost.h"
#include "record/Format.h"

#include <algorithm>
#include <memory>
#include <new>

extern "C" {
unsigned char measuredEnabled = 1;
__thread __autoscope_slot *measuredSlot __attribute__((tls_model("initial-exec"))) = nullptr;
// A scope that took the slow path writes no record, which measureBatch() sees.
unsigned measuredEnterSlow(__autoscope_site *, __autoscope_guard *, unsigned) noexcept {
  return __autoscope_off;
}
void measuredLeaveSlow(__autoscope_guard *, __autoscope_u64, __autoscope_u64) noexcept {}
}

namespace autoscope::hot {

namespace {

// Few scopes at a time, so that some batch is free of interrupts and of the neighbour's caches; the least one counts.
constexpr unsigned scopesPerBatch = 256, batches = 32;
constexpr uint64_t firstWord = record::chunkHeaderWords;

struct Workplace {
  __autoscope_slot slot = {};
  uint64_t chunk[firstWord + 2 * scopesPerBatch] = {};
  __autoscope_site site = {sizeof(__autoscope_site), 1, __autoscope_kind_function, 0, "", nullptr, nullptr};
};

[[gnu::noinline]] void emptyScope(__autoscope_site &site) noexcept {
  __autoscope_guard guard;
  guard.__depth = __autoscope_enter(&site, &guard);
  asm volatile("" ::: "memory");
  __autoscope_leave(&guard);
}

[[gnu::noinline]] void emptyCall(__autoscope_site &) noexcept {
  asm volatile("" ::: "memory");
}

template <class Call> uint64_t ticksOf(Workplace &place, Call &&call) noexcept {
  uint64_t start = __autoscope_now();
  for (unsigned i = 0; i < scopesPerBatch; ++i)
    call(place.site);
  return __autoscope_now() - start;
}

struct Batch {
  uint64_t scopes, calls, shown;  // ticks: of the scopes, of as many calls without one, in the scopes' records
};

// False: not every scope went the common way.
bool measureBatch(Workplace &place, Batch &batch) noexcept {
  // An outer scope is open, as around nearly every scope of a program; its guard lies far up the stack.
  place.slot.__frames[0].__word = (uint64_t(__autoscope_stack()) + 4096) << 32;
  place.slot.__base = place.chunk;
  place.slot.__state = firstWord << 32 | 1;
  batch.calls = ticksOf(place, emptyCall);
  batch.scopes = ticksOf(place, emptyScope);
  if (place.slot.__state != ((firstWord + 2 * scopesPerBatch) << 32 | 1))
    return false;
  batch.shown = 0;
  for (unsigned i = 0; i < scopesPerBatch; ++i)
    batch.shown += place.chunk[firstWord + 2 * i + 1] >> 32;
  return true;
}

}  // namespace

std::optional<ScopeCost> measureScopeCost() noexcept {
  if (clockIsOverridden())
    return std::nullopt;
  std::unique_ptr<Workplace> place(new (std::nothrow) Workplace);
  if (!place)
    return std::nullopt;
  measuredSlot = &place->slot;
  Batch least = {UINT64_MAX, UINT64_MAX, UINT64_MAX};
  for (unsigned i = 0; i < batches; ++i) {
    Batch batch;
    if (!measureBatch(*place, batch))
      continue;
    least.scopes = std::min(least.scopes, batch.scopes);
    least.calls = std::min(least.calls, batch.calls);
    least.shown = std::min(least.shown, batch.shown);
  }
  measuredSlot = nullptr;
  if (least.scopes == UINT64_MAX || least.scopes <= least.calls)
    return std::nullopt;
  uint64_t outer = (least.scopes - least.calls) * 1000 / scopesPerBatch;
  return ScopeCost{std::min(least.shown * 1000 / scopesPerBatch, outer), outer};
}

}  // namespace autoscope::hot
