// The alternate stack that a signal handler runs on: what lies on it says nothing of the thread's own stack, wherever
// the two lie.
#pragma once

#include <csignal>
#include <cstdint>

namespace autoscope::hot {

struct SignalStack {
  uint64_t begin = 0, end = 0;  // 0: the thread is on none

  // By the low half of an address, which is all that a frame keeps.
  bool holds(uint32_t address) const { return address - static_cast<uint32_t>(begin) < end - begin; }
};

inline SignalStack currentSignalStack() noexcept {
  stack_t stack;
  if (sigaltstack(nullptr, &stack) != 0 || !(stack.ss_flags & SS_ONSTACK))
    return {};
  auto begin = reinterpret_cast<uint64_t>(stack.ss_sp);
  return {begin, begin + stack.ss_size};
}

}  // namespace autoscope::hot
