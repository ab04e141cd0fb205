// What the end of the library owes an autoscope::profile that never stopped, because exit() was called within it.
#pragma once

namespace autoscope {

// Called once the run time has finished, if a profile has recorded; null: none has.
extern void (*afterTheEnd)() noexcept;

}  // namespace autoscope
