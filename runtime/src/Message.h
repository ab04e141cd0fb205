// What the run time has to say to a person: whole lines on standard error, written at once.
#pragma once

#include <string_view>

namespace autoscope {

// Adds "autoscope: " and the newline. Any thread, also in a signal handler; never fails the caller.
void say(std::string_view sentence) noexcept;

}  // namespace autoscope
