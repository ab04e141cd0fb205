#include "hot/Forward.h"

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

namespace autoscope::hot {

const Functions *forwarded = nullptr;

const Functions ownFunctions = {
    sizeof(Functions),
    own__autoscope_enter_slow,
    own__autoscope_enter_module,
    own__autoscope_leave_slow,
    own__autoscope_enter_call,
    own__autoscope_leave_call,
    ownCoroutineBegin,
    own__autoscope_coroutine_end,
    own__autoscope_shape_open,
    own__autoscope_shape_size,
    own__autoscope_shape_close,
    own__autoscope_shape_type,
    own__autoscope_shape_scalar_type,
    own__autoscope_arguments,
    own__autoscope_flops,
};

}  // namespace autoscope::hot
