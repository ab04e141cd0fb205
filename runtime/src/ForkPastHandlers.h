// What is to happen in a process that _Fork made: the handlers of pthread_atfork are not told of it.
#pragma once

namespace autoscope {

// Null before there is a run time that could have a profile. Asynchronous-signal-safe.
extern void (*afterForkPastHandlers)() noexcept;

}  // namespace autoscope
