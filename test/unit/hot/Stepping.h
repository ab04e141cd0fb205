// Runs code of the test one instruction at a time, with SIGTRAP behind each, in the very thread.
#pragma once

#include <functional>

namespace autoscope::test {

#if defined(__x86_64__)
constexpr bool canStep = true;
#define CHANGE_TRAP_FLAG(how)                                                                                          \
  asm volatile("lea -128(%%rsp), %%rsp; pushfq; " how ", (%%rsp); popfq; lea 128(%%rsp), %%rsp" ::: "memory", "cc")
[[gnu::noinline]] inline void stepThrough(const std::function<void()> &run) {
  CHANGE_TRAP_FLAG("orq $0x100");
  run();
  CHANGE_TRAP_FLAG("andq $~0x100");
}
#undef CHANGE_TRAP_FLAG
#else
constexpr bool canStep = false;
inline void stepThrough(const std::function<void()> &run) {
  run();
}
#endif

}  // namespace autoscope::test
