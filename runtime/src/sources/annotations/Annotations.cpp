#include "sources/annotations/Annotations.h"

#include "hot/ForeignScopes.h"
#include "hot/Forward.h"
#include "hot/StepMarks.h"
#include "hot/ThreadState.h"
#include "hot/Upcalls.h"
#include "sources/torch/OperatorSites.h"

#include <atomic>
#include <string_view>

// In a program under AddressSanitizer, locals of some units are not on the stack, and their guards lie anywhere.
extern "C" void __asan_init() __attribute__((weak));

namespace autoscope::annotations {

namespace {

using torch_operators::Kind;
using torch_operators::OperatorSites;

constexpr std::string_view step = "ProfilerStep#";

OperatorSites &sites() {
  static auto *sites = new OperatorSites(OperatorSites::Emitted::Yes);
  return *sites;
}

__autoscope_site *siteOf(std::string_view name) noexcept {
  // Known from the first step on, when there is room.
  if (name.substr(0, step.size()) == step && !sites().of(step, Kind::Annotation))
    return nullptr;
  __autoscope_site *site = sites().of(name, Kind::Annotation);
  if (!site && name.substr(0, step.size()) == step)
    site = sites().of(step, Kind::Annotation);
  return site;
}

uint32_t low(const void *address) {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(address));
}

}  // namespace

void prepareNames() noexcept {
  sites().of(step, Kind::Annotation);
}

uint32_t addressOf(const void *guard, const void *frame) noexcept {
  // The run time takes a scope for dead whose guard lies just below the stack pointer, so an address from the heap will
  // not do. Those of operators are far from the stack, too (OperatorCallbacks.cpp), elsewhere.
  constexpr uintptr_t most = 1u << 20;
  bool isLocal = reinterpret_cast<uintptr_t>(guard) - reinterpret_cast<uintptr_t>(frame) < most;
  if (isLocal && (low(guard) & ~3u) != 0)
    return low(guard) & ~3u;
  // The number alone tells them apart: the frame chooses a region of 64 MiB.
  static std::atomic<uint32_t> number{4};
  uint32_t offset = number.fetch_add(4, std::memory_order_relaxed) & 0x03fffffcu;
  uint32_t address = ((low(frame) ^ 0x40000000u) & 0xfc000000u) + offset;
  return address ? address : 4;
}

}  // namespace autoscope::annotations

extern "C" {

unsigned autoscope_scope_begin(const char *name, size_t length, void *guard) {
  using namespace autoscope;
  if (hot::forwarded)
    return hot::forwarded->scopeBegin(name, length, guard);
  if (!__atomic_load_n(&__autoscope_enabled, __ATOMIC_RELAXED))
    return 0;
  if (hot::isInterrupting()) {
    hot::turnAway();
    return 0;
  }
  __autoscope_site *site = annotations::siteOf({name ? name : "", name ? length : 0});
  if (!site) {
    hot::upcall::lose(record::LossCause::NoRoomForName, 1);
    return 0;
  }
  const void *frame = __builtin_frame_address(0);
  uint32_t address = annotations::addressOf(guard, frame);
  return hot::enterForeign(*site, {address, __asan_init ? 0 : annotations::low(frame)}) ? address : 0;
}

unsigned autoscope_scope_end(unsigned scope) {
  using namespace autoscope;
  if (hot::forwarded)
    return hot::forwarded->scopeEnd(scope);
  return hot::leaveForeign(scope);
}

void autoscope_step_begin(autoscope_step_mark *mark) {
  using namespace autoscope;
  if (hot::forwarded)
    return hot::forwarded->stepBegin(mark);
  hot::beginStep(*mark);
}

void autoscope_step_end(const autoscope_step_mark *mark, const char *name, size_t length) {
  using namespace autoscope;
  if (hot::forwarded)
    return hot::forwarded->stepEnd(mark, name, length);
  if (mark->start == 0)
    return;
  __autoscope_site *site = annotations::siteOf({name, length});
  if (!site)
    return hot::upcall::lose(record::LossCause::NoRoomForName, 1);
  uint32_t frame = annotations::low(__builtin_frame_address(0));
  hot::endStep(*mark, *site, {frame, __asan_init ? 0 : frame});
}

}  // extern "C"

AUTOSCOPE_OWN(autoscope_scope_begin);
AUTOSCOPE_OWN(autoscope_scope_end);
AUTOSCOPE_OWN(autoscope_step_begin);
AUTOSCOPE_OWN(autoscope_step_end);
