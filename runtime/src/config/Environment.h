// The environment as the run time reads it.
//
// On the program's threads that is the environment itself, at the moment of the call that asked for something. A thread
// of our own may not look at it: the program may be changing it, and getenv next to setenv is a race that can end the
// program. Such a thread says so once and then sees the copy that was made when the library was loaded.
#pragma once

namespace autoscope::config {

// The value or null; null in a program that runs with another user's rights than its caller's.
const char *variable(const char *name) noexcept;

// Once, when the library is loaded. Without memory the copy is empty.
void copyEnvironment() noexcept;
// From now on this thread sees the copy.
void useCopiedEnvironment() noexcept;

}  // namespace autoscope::config
