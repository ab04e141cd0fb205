// longjmp and its other names, which programs reach through the shared library: scopes that are jumped over end here.
//
// glibc keeps the stack pointer in its jmp_buf, mangled with a secret. A jmp_buf made here, of a known stack pointer,
// undoes that, and a try when the library is loaded shows whether it is undone rightly: if not, and under another C
// library, jumps are only passed on. Nothing may allocate, lock or wait: a jump may leave a signal handler.
#include "hot/LongJump.h"

#include "hot/ThreadState.h"

#include <csetjmp>
#include <cstring>
#include <dlfcn.h>

namespace autoscope {

namespace {

using Jumper = void (*)(__jmp_buf_tag *, int);

struct Jumpers {
  Jumper plain, underscored, withMask, checked;
};

#if defined(__GLIBC__) && defined(__x86_64__)
constexpr bool isKnownLayout = true;
constexpr size_t pointerIndex = 6;
constexpr unsigned rotatedLeft = 17;
#elif defined(__GLIBC__) && defined(__aarch64__)
constexpr bool isKnownLayout = true;
constexpr size_t pointerIndex = 13;
constexpr unsigned rotatedLeft = 0;
#else
constexpr bool isKnownLayout = false;
constexpr size_t pointerIndex = 0;
constexpr unsigned rotatedLeft = 0;
#endif

uint64_t mangledIn(const __jmp_buf_tag &buffer) {
  uint64_t pointer;
  memcpy(&pointer, reinterpret_cast<const char *>(&buffer.__jmpbuf) + pointerIndex * sizeof pointer, sizeof pointer);
  return pointer;
}

uint64_t stackPointer() {
  uint64_t pointer = 0;
#if defined(__x86_64__)
  __asm__ volatile("mov {%%rsp, %0|%0, rsp}" : "=r"(pointer));
#elif defined(__aarch64__)
  __asm__ volatile("mov %0, sp" : "=r"(pointer));
#endif
  return pointer;
}

// The stack pointer that a jump to `target` sets, and today's.
[[gnu::noinline]] uint64_t pointerOf(const __jmp_buf_tag &target, uint64_t &here) {
  jmp_buf own;
  if (_setjmp(own) != 0)
    return 0;
  here = stackPointer();
  uint64_t mixed = mangledIn(target) ^ mangledIn(own[0]);
  mixed = mixed >> rotatedLeft | mixed << (64 - rotatedLeft) % 64;
  return mixed ^ here;
}

[[gnu::noinline]] bool readsRightly() {
  jmp_buf known;
  uint64_t here = 0;
  return _setjmp(known) == 0 && pointerOf(known[0], here) == stackPointer();
}

// Found before main, since dlsym is not for signal handlers.
Jumpers next;
bool isUnderstood = false;

Jumper find(const char *name) {
  return reinterpret_cast<Jumper>(dlsym(RTLD_NEXT, name));
}

__attribute__((constructor(101))) void findNext() {
  next = {find("longjmp"), find("_longjmp"), find("siglongjmp"), find("__longjmp_chk")};
  isUnderstood = isKnownLayout && readsRightly();
}

void closeScopes(const __jmp_buf_tag &target) noexcept {
  const hot::ThreadSlot *slot = hot::threadState.slot;
  bool isInside = (slot && hot::depthOf(slot->state()) != 0) || hot::threadState.busyAt;
  if (!isUnderstood || !isInside)
    return;
  uint64_t from = 0, to = pointerOf(target, from);
  hot::closeJumpedOver(from, to);
}

[[noreturn]] void jump(__jmp_buf_tag *target, int value, Jumper &how, const char *name) {
  closeScopes(*target);
  if (!how)
    how = find(name);
  how(target, value);
  __builtin_unreachable();
}

}  // namespace

}  // namespace autoscope

// Other names than those of <setjmp.h>, which declares them with attributes of its own.
#define AUTOSCOPE_JUMP(ours, name, how)                                                                                \
  extern "C" [[noreturn]] __attribute__((visibility("default"))) void ours(__jmp_buf_tag *, int) __asm__(name);        \
  void ours(__jmp_buf_tag *target, int value) {                                                                        \
    autoscope::jump(target, value, autoscope::next.how, name);                                                         \
  }
AUTOSCOPE_JUMP(autoscope_longjmp, "longjmp", plain)
AUTOSCOPE_JUMP(autoscope_underscored_longjmp, "_longjmp", underscored)
AUTOSCOPE_JUMP(autoscope_siglongjmp, "siglongjmp", withMask)
AUTOSCOPE_JUMP(autoscope_checked_longjmp, "__longjmp_chk", checked)
#undef AUTOSCOPE_JUMP
