#if defined(__clang__)
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif
// The part of abi.h that puts a scope around a call from outside, for modules whose `forward` is compiled elsewhere.
//
// Included by abi.h, under its rules. Empty in C. The plugin turns `object->forward(a, b)` into what evaluates
//
//   __autoscope_call call;                                 a temporary of the full expression
//   object, a, b, __autoscope_call_begin(&call, &site, object, base)
//   the call itself, with the object and the arguments that are there
//   __autoscope_call_finish(&call)
//
// so the scope holds the callee and nothing else. The destructor of the temporary does something only where an
// exception has left the callee.
#ifndef __AUTOSCOPE_ABI_CALLS_H
#define __AUTOSCOPE_ABI_CALLS_H

#if defined(__cplusplus)

extern "C" {
// `__address` stands for the guard's. A body of the same object that is entered next has the scope already: it takes
// it over, with its own site, and enters none.
__AUTOSCOPE_PUBLIC __attribute__((__nothrow__)) unsigned
__autoscope_enter_call(struct __autoscope_site *, unsigned __address, unsigned __stack, const void *__object,
                       const void *__base) __AUTOSCOPE_NOEXCEPT;
// `__now`, `__state`: as for __autoscope_leave_slow.
__AUTOSCOPE_PUBLIC __attribute__((__nothrow__)) void
__autoscope_leave_call(unsigned __address, unsigned __depth, __autoscope_u64 __now,
                       __autoscope_u64 __state) __AUTOSCOPE_NOEXCEPT;
}

__AUTOSCOPE_ONCE void __autoscope_end_call(unsigned __address, unsigned __depth) __AUTOSCOPE_NOEXCEPT {
  __autoscope_u64 __state = __autoscope_state();
  __autoscope_leave_call(__address, __depth, __autoscope_now(), __state);
}

namespace {

struct __AUTOSCOPE_ALIGNED(4) __autoscope_call {
  unsigned __depth;  // as in __autoscope_guard
  unsigned __address;
  __attribute__((__always_inline__, __nothrow__, __nodebug__)) __autoscope_call() __AUTOSCOPE_NOEXCEPT
      : __depth(__autoscope_off) {}
  __attribute__((__always_inline__, __nothrow__, __nodebug__)) ~__autoscope_call() __AUTOSCOPE_NOEXCEPT {
    if (__AUTOSCOPE_UNLIKELY(__depth != __autoscope_off))
      __autoscope_end_call(__address, __depth);
  }
};

}  // namespace

__AUTOSCOPE_INLINE void __autoscope_call_begin(struct __autoscope_call *__call, const struct __autoscope_site *__site,
                                               const volatile void *__object,
                                               const volatile void *__base) __AUTOSCOPE_NOEXCEPT {
  if (__AUTOSCOPE_LIKELY(!__atomic_load_n(&__autoscope_enabled, __ATOMIC_RELAXED)))
    return;
  __call->__address = (unsigned)(__autoscope_u64)__call;
  __call->__depth = __autoscope_enter_call((struct __autoscope_site *)__site, __call->__address, __autoscope_stack(),
                                           (const void *)__object, (const void *)__base);
}

// In a coroutine the temporary may lie in the coroutine's frame, on the heap, and say nothing of the stack. No guard
// can lie where the frame pointer of whoever runs the coroutine points to.
__AUTOSCOPE_INLINE void __autoscope_call_begin_in_coroutine(struct __autoscope_call *__call,
                                                            const struct __autoscope_site *__site,
                                                            const volatile void *__object,
                                                            const volatile void *__base) __AUTOSCOPE_NOEXCEPT {
  if (__AUTOSCOPE_LIKELY(!__atomic_load_n(&__autoscope_enabled, __ATOMIC_RELAXED)))
    return;
  __call->__address = (unsigned)(__autoscope_u64)__builtin_frame_address(0);
  __call->__depth = __autoscope_enter_call((struct __autoscope_site *)__site, __call->__address, __autoscope_stack(),
                                           (const void *)__object, (const void *)__base);
}

__AUTOSCOPE_INLINE void __autoscope_call_finish(struct __autoscope_call *__call) __AUTOSCOPE_NOEXCEPT {
  if (__AUTOSCOPE_UNLIKELY(__call->__depth != __autoscope_off)) {
    __autoscope_end_call(__call->__address, __call->__depth);
    __call->__depth = __autoscope_off;
  }
}

#endif

#endif
