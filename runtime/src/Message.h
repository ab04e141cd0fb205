// What the run time has to say to a person: whole lines on standard error, written at once.
#pragma once

#include <string>

namespace autoscope {

// Adds "autoscope: " and the newline. Any thread; never fails the caller.
void say(const std::string &sentence) noexcept;

}  // namespace autoscope
