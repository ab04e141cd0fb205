// The counter that every tool here reads, but for those that call the system's clock.
#pragma once

__attribute__((always_inline, no_instrument_function)) inline unsigned long timeStamp() {
#if defined(__aarch64__)
  unsigned long ticks;
  asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#else
  return __builtin_ia32_rdtsc();
#endif
}
