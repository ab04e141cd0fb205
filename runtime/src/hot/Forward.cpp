#include "hot/Forward.h"

#include "hot/EnabledPage.h"

AUTOSCOPE_OWN_OF(__autoscope_enter_slow);
AUTOSCOPE_OWN_OF(__autoscope_enter_module);
AUTOSCOPE_OWN_OF(__autoscope_leave_slow);
AUTOSCOPE_OWN_OF(__autoscope_enter_call);
AUTOSCOPE_OWN_OF(__autoscope_leave_call);
AUTOSCOPE_OWN_OF(__autoscope_coroutine_end);
AUTOSCOPE_OWN_OF(__autoscope_shape_open);
AUTOSCOPE_OWN_OF(__autoscope_shape_size);
AUTOSCOPE_OWN_OF(__autoscope_shape_close);
AUTOSCOPE_OWN_OF(__autoscope_shape_type);
AUTOSCOPE_OWN_OF(__autoscope_shape_scalar_type);
AUTOSCOPE_OWN_OF(__autoscope_arguments);
AUTOSCOPE_OWN_OF(__autoscope_flops);
AUTOSCOPE_OWN_OF(autoscope_scope_begin);
AUTOSCOPE_OWN_OF(autoscope_scope_end);
AUTOSCOPE_OWN_OF(autoscope_step_begin);
AUTOSCOPE_OWN_OF(autoscope_step_end);

namespace autoscope::hot {

const Functions *forwarded = nullptr;

namespace {

// The flag of another copy's code is no page that a raw fork wipes. Those that may go on without readySlot() ask here.
unsigned enterModule(__autoscope_site *site, __autoscope_guard *guard, unsigned stack, const void *object,
                     const void *base) noexcept {
  return enabledPageIsWiped() ? __autoscope_off : own__autoscope_enter_module(site, guard, stack, object, base);
}

unsigned enterCall(__autoscope_site *site, unsigned address, unsigned stack, const void *object,
                   const void *base) noexcept {
  return enabledPageIsWiped() ? __autoscope_off : own__autoscope_enter_call(site, address, stack, object, base);
}

void arguments(const __autoscope_site *site, const volatile void *const *values) noexcept {
  if (!enabledPageIsWiped())
    own__autoscope_arguments(site, values);
}

void flops(const __autoscope_site *site, double count) noexcept {
  if (!enabledPageIsWiped())
    own__autoscope_flops(site, count);
}

}  // namespace

const Functions ownFunctions = {
    sizeof(Functions),
    own__autoscope_enter_slow,
    enterModule,
    own__autoscope_leave_slow,
    enterCall,
    own__autoscope_leave_call,
    ownCoroutineBegin,
    own__autoscope_coroutine_end,
    own__autoscope_shape_open,
    own__autoscope_shape_size,
    own__autoscope_shape_close,
    own__autoscope_shape_type,
    own__autoscope_shape_scalar_type,
    arguments,
    flops,
    ownautoscope_scope_begin,
    ownautoscope_scope_end,
    ownautoscope_step_begin,
    ownautoscope_step_end,
};

}  // namespace autoscope::hot
