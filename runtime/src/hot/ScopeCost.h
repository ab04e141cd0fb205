// What a scope of a function costs here and now, measured on the code that instrumented programs hold (abi.h).
//
// Called by the root object when the process starts its first profile, on any thread; takes about a third of a
// millisecond. The scopes that it runs belong to nobody: slot, chunk and flag are its own, so that signal handlers and
// other threads record as ever. Unknown where scopes do not read the counter themselves (Clock.h), and where memory is
// short. Not for scopes of modules, of coroutines and with shapes, which cost some more.
#pragma once

#include <cstdint>
#include <optional>

namespace autoscope::hot {

struct ScopeCost {
  uint64_t innerMilliticks;  // what an empty scope shows as its time
  uint64_t outerMilliticks;  // what it takes in all, that included; the rest is its caller's time
};

std::optional<ScopeCost> measureScopeCost() noexcept;

}  // namespace autoscope::hot
