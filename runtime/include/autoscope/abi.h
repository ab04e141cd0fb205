#if defined(__clang__)
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif
// The one contract between the plugin and the run time: what compiled code holds of autoscope.
//
// The plugin force-includes this header into every translation unit it instruments, so it must stay valid in any
// C++98..C++26 and C89..C23 unit under any user macro: reserved names only, no standard header, nothing that can warn.
// The types are frozen by __AUTOSCOPE_ABI; append, never reorder. `scope.h` is the header for people.
//
// A scope is entered and left on the thread that runs it. No function here throws, allocates or locks on the enabled
// path while the thread's chunk has room.
#ifndef __AUTOSCOPE_ABI_H
#define __AUTOSCOPE_ABI_H

#define __AUTOSCOPE_ABI 1

#if defined(__cplusplus) && __cplusplus >= 201103L
#define __AUTOSCOPE_NOEXCEPT noexcept
#elif defined(__cplusplus)
#define __AUTOSCOPE_NOEXCEPT throw()
#else
#define __AUTOSCOPE_NOEXCEPT
#endif

// A site is a constant but for its id, so that the constant evaluator may pass its definition in a constexpr function.
#if defined(__cplusplus)
#define __AUTOSCOPE_MUTABLE mutable
#else
#define __AUTOSCOPE_MUTABLE
#endif

#if defined(__cplusplus) && __cplusplus >= 201103L
#define __AUTOSCOPE_NULL nullptr
#elif defined(__cplusplus)
#define __AUTOSCOPE_NULL 0
#else
#define __AUTOSCOPE_NULL ((void *)0)
#endif

// Units compiled with different flags may meet in one program, so nothing here may be merged by the linker. What a
// scope costs while nothing is recorded, one test, is inlined; the rest is one copy per unit, out of line: that is as
// fast (1.02 x floor either way), five times smaller and half of the compile time. A debugger steps over it.
#if defined(__clang__)
#define __AUTOSCOPE_INLINE static __inline__ __attribute__((__always_inline__, __nothrow__, __nodebug__))
#else
#define __AUTOSCOPE_INLINE static __inline__ __attribute__((__always_inline__, __nothrow__, __artificial__))
#endif
#if defined(__clang__)
#define __AUTOSCOPE_ONCE static __attribute__((__noinline__, __nothrow__, __nodebug__))
#else
#define __AUTOSCOPE_ONCE static __attribute__((__noinline__, __nothrow__))
#endif
// Also under -fpack-struct, which would make words of single bytes.
#define __AUTOSCOPE_ALIGNED(bytes) __attribute__((__aligned__(bytes)))
#define __AUTOSCOPE_PUBLIC __attribute__((__visibility__("default")))

// With AddressSanitizer's fake stack or SafeStack a local's address says nothing about the stack's height: scopes that
// a longjmp skipped are then noticed later, when a scope around them is left. The plugin defines it beforehand.
#if defined(__AUTOSCOPE_LOCALS_ON_STACK)
#elif defined(__SANITIZE_ADDRESS__)
#define __AUTOSCOPE_LOCALS_ON_STACK 0
#elif defined(__has_feature)
#if __has_feature(__address_sanitizer__) || __has_feature(__safe_stack__)
#define __AUTOSCOPE_LOCALS_ON_STACK 0
#endif
#endif
#ifndef __AUTOSCOPE_LOCALS_ON_STACK
#define __AUTOSCOPE_LOCALS_ON_STACK 1
#endif

// ThreadSanitizer sees no order in assembly. The plugin defines it beforehand.
#if defined(__AUTOSCOPE_SEEN_BY_TSAN)
#elif defined(__SANITIZE_THREAD__)
#define __AUTOSCOPE_SEEN_BY_TSAN 1
#elif defined(__has_feature)
#if __has_feature(__thread_sanitizer__)
#define __AUTOSCOPE_SEEN_BY_TSAN 1
#endif
#endif
#ifndef __AUTOSCOPE_SEEN_BY_TSAN
#define __AUTOSCOPE_SEEN_BY_TSAN 0
#endif

#if defined(__cplusplus)
extern "C" {
#endif

struct __autoscope_class;
struct __autoscope_parameters;

// One instrumented place in the program. Lives in the ELF section "autoscope_sites"; `__info` points at text in the
// section "autoscope_info", so that a tool can list the sites of a binary from that section alone.
//
// The text is one record, ended by NUL, of fields separated by 0x1f (a plugin replaces 0x1f and NUL inside a field):
//   "A1" | kind | flags | line | file | name | qualified name | module type | parameter names, comma separated
// kind: "function" or "module". name: what tables show. flags: letters, any order:
//   c  the scope of a call, entered by the caller: the function itself may be compiled without the plugin
//   n  the user named this scope
//   t  the `base` pointer that its guard passes is a torch::nn::Module *
//
// A unit that leaves functions out as smaller than a scope has an ELF note of owner "autoscope" and type 0x53 in the
// section ".note.autoscope": one 32-bit hash of the place in the source for each such function, so that they can be
// counted.
struct __AUTOSCOPE_ALIGNED(8) __autoscope_site {
  unsigned __size;                    // sizeof(struct __autoscope_site) as compiled
  __AUTOSCOPE_MUTABLE unsigned __id;  // 0 until the run time has registered the site, which it does once; else below
  unsigned __kind;                    // __autoscope_kind_*
  unsigned __reserved;                // 0
  const char *__info;
  // Each null where there is nothing to tell.
  const struct __autoscope_class *__class;            // of a module's method: what the class holds
  const struct __autoscope_parameters *__parameters;  // how to read shapes from its arguments
};
// The ids of recorded sites are 1 to this one.
#define __autoscope_last_id 0x3ffffeu
// The id of a site that the user has filtered out at run time: neither entered nor left.
#define __autoscope_filtered 0xffffffffu
enum { __autoscope_kind_function = 0, __autoscope_kind_module = 1 };
#define __AUTOSCOPE_FUNCTION_SITE(info)                                                                                \
  {sizeof(struct __autoscope_site), 0, __autoscope_kind_function, 0, info, __AUTOSCOPE_NULL, __AUTOSCOPE_NULL}

typedef __UINT64_TYPE__ __autoscope_u64;

// An open scope on the shadow stack. `__word` = low 32 bits of the guard's address << 32 | depth10 << 22 | site22; its
// low half is the low half of the record that leaving will write. A guard is 4-byte aligned: bit 32 set means that this
// scope must be left through the slow path (it has a module path).
struct __AUTOSCOPE_ALIGNED(8) __autoscope_frame {
  __autoscope_u64 __start;
  __autoscope_u64 __word;
};

enum { __autoscope_max_depth = 1000 };
// In a frame's word: it is being left. A scope that a signal handler enters at that moment ends it first.
#define __autoscope_leaving 0xffc00000u
#define __autoscope_off 0xffffffffu
#define __autoscope_chunk_mask 0x7fffu  // words in a chunk - 1

// Per-thread state in the ring mapping. `__state` = cursor32 (8-byte words from `__base`) << 32 | depth32, the whole
// commit protocol: see runtime/src/record/Format.h.
struct __AUTOSCOPE_ALIGNED(8) __autoscope_slot {
  __autoscope_u64 __state;
  __autoscope_u64 *__base;
  __autoscope_u64 __private[14];  // the run time's own: SlotHeader in Format.h
  struct __autoscope_frame __frames[__autoscope_max_depth];
};

struct __autoscope_guard;

// 0: a scope costs one test of this. First byte of a page that the kernel clears in the child of a fork.
extern __AUTOSCOPE_PUBLIC unsigned char __autoscope_enabled;
// Never null. A thread that has no slot (yet), or is inside the run time, has one whose depth is the maximum, so every
// enter and leave takes the slow path.
extern __AUTOSCOPE_PUBLIC __thread struct __autoscope_slot *__autoscope_slot_of_thread
    __attribute__((__tls_model__("initial-exec")));

// Off the hot path. Enter functions return the value for guard.__depth. `__stack`: low half of the caller's stack
// pointer, 0 where locals are not on the stack.
__AUTOSCOPE_PUBLIC __attribute__((__nothrow__)) unsigned
__autoscope_enter_slow(struct __autoscope_site *, struct __autoscope_guard *, unsigned __stack) __AUTOSCOPE_NOEXCEPT;
__AUTOSCOPE_PUBLIC __attribute__((__nothrow__)) unsigned
__autoscope_enter_module(struct __autoscope_site *, struct __autoscope_guard *, unsigned __stack, const void *__object,
                         const void *__base) __AUTOSCOPE_NOEXCEPT;
// `__state`: of the thread's slot before `__now` was read.
__AUTOSCOPE_PUBLIC __attribute__((__nothrow__)) void
__autoscope_leave_slow(struct __autoscope_guard *, __autoscope_u64 __now, __autoscope_u64 __state) __AUTOSCOPE_NOEXCEPT;

#if defined(__cplusplus)
}  // extern "C"
#endif

#define __AUTOSCOPE_LIKELY(x) __builtin_expect(!!(x), 1)
#define __AUTOSCOPE_UNLIKELY(x) __builtin_expect(!!(x), 0)

__AUTOSCOPE_INLINE __autoscope_u64 __autoscope_now(void) __AUTOSCOPE_NOEXCEPT {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  __autoscope_u64 __ticks;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(__ticks));
  return __ticks;
#else
#error "autoscope needs x86-64 or aarch64"
#endif
}

__AUTOSCOPE_INLINE unsigned __autoscope_stack(void) __AUTOSCOPE_NOEXCEPT {
#if !__AUTOSCOPE_LOCALS_ON_STACK
  return 0;
#elif defined(__x86_64__)
  __autoscope_u64 __pointer;
  __asm__("mov {%%rsp, %0|%0, rsp}" : "=r"(__pointer));
  return (unsigned)__pointer;
#else
  __autoscope_u64 __pointer;
  __asm__("mov %0, sp" : "=r"(__pointer));
  return (unsigned)__pointer;
#endif
}

// Moves the state of the calling thread's slot on, unless a signal handler with scopes of its own has moved it
// meanwhile. One instruction, but not a locked one where that can be had: only this thread writes the state, and a
// killed thread leaves a prefix of its stores. On aarch64 a reader in another process needs the release.
__AUTOSCOPE_INLINE unsigned __autoscope_commit(__autoscope_u64 *__state, __autoscope_u64 __from,
                                               __autoscope_u64 __to) __AUTOSCOPE_NOEXCEPT {
#if defined(__x86_64__) && !__AUTOSCOPE_SEEN_BY_TSAN
  unsigned __done;
  __asm__ volatile("cmpxchgq {%3, %1|%1, %3}" : "=@ccz"(__done), "+m"(*__state), "+a"(__from) : "r"(__to) : "memory");
  return __done;
#else
  return __atomic_compare_exchange_n(__state, &__from, __to, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
#endif
}

__AUTOSCOPE_INLINE __autoscope_u64 __autoscope_state(void) __AUTOSCOPE_NOEXCEPT {
  __autoscope_u64 __state = __atomic_load_n(&__autoscope_slot_of_thread->__state, __ATOMIC_RELAXED);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return __state;
}

__AUTOSCOPE_INLINE unsigned __autoscope_address(struct __autoscope_guard *__guard) __AUTOSCOPE_NOEXCEPT {
  return (unsigned)(__autoscope_u64)__guard;
}

// A frame whose guard lay just below today's stack pointer, or where a new guard now lies, was skipped by a longjmp.
// The 16 MiB window keeps other stacks (signal stacks, fibers) from being taken for dead.
__AUTOSCOPE_INLINE unsigned __autoscope_is_dead(__autoscope_u64 __word, unsigned __address,
                                                unsigned __stack) __AUTOSCOPE_NOEXCEPT {
  unsigned __at = (unsigned)(__word >> 32);
  return (__AUTOSCOPE_LOCALS_ON_STACK && __at - __stack >= 0xff000000u) || (__at ^ __address) < 4;
}

// `__stack` as for the slow path.
__AUTOSCOPE_ONCE unsigned __autoscope_enter_enabled(struct __autoscope_site *__site, struct __autoscope_guard *__guard,
                                                    unsigned __stack) __AUTOSCOPE_NOEXCEPT {
  struct __autoscope_slot *__slot;
  struct __autoscope_frame *__frame;
  __autoscope_u64 __state, __word;
  unsigned __id, __depth, __address;
  __slot = __autoscope_slot_of_thread;
  __state = __atomic_load_n(&__slot->__state, __ATOMIC_RELAXED);
  __id = __atomic_load_n(&__site->__id, __ATOMIC_RELAXED);
  __depth = (unsigned)__state;
  __address = __autoscope_address(__guard);
  if (__AUTOSCOPE_UNLIKELY(__depth >= __autoscope_max_depth || __id - 1 >= __autoscope_last_id)) {
    if (__id == __autoscope_filtered)
      return __autoscope_off;
    return __autoscope_enter_slow(__site, __guard, __stack);
  }
  __frame = &__slot->__frames[__depth];
  if (__depth) {
    __word = __atomic_load_n(&__frame[-1].__word, __ATOMIC_RELAXED);
    if (__AUTOSCOPE_UNLIKELY(__autoscope_is_dead(__word, __address, __stack)) ||
        __AUTOSCOPE_UNLIKELY((unsigned)__word >= __autoscope_leaving))
      return __autoscope_enter_slow(__site, __guard, __stack);
  }
  __word = (__autoscope_u64)__address << 32 | __depth << 22 | __id;
  __atomic_store_n(&__frame->__word, __word, __ATOMIC_RELAXED);
  __atomic_store_n(&__frame->__start, __autoscope_now(), __ATOMIC_RELAXED);
  // Not if a signal handler ran in between, and had scopes: those have used the frame and moved the cursor.
  if (__AUTOSCOPE_UNLIKELY(!__autoscope_commit(&__slot->__state, __state, __state + 1)))
    return __autoscope_enter_slow(__site, __guard, __stack);
  // A scope of a handler that the run time took back has left the state as it was.
  if (__AUTOSCOPE_UNLIKELY(__atomic_load_n(&__frame->__word, __ATOMIC_RELAXED) != __word)) {
    __atomic_store_n(&__frame->__word, __word, __ATOMIC_RELAXED);
    __atomic_store_n(&__frame->__start, __autoscope_now(), __ATOMIC_RELAXED);
  }
  return __depth;
}

__AUTOSCOPE_INLINE unsigned __autoscope_enter(struct __autoscope_site *__site,
                                              struct __autoscope_guard *__guard) __AUTOSCOPE_NOEXCEPT {
  if (__AUTOSCOPE_LIKELY(!__atomic_load_n(&__autoscope_enabled, __ATOMIC_RELAXED)))
    return __autoscope_off;
  return __autoscope_enter_enabled(__site, __guard, __autoscope_stack());
}

// A scope in compiled code:
//
//   static const struct __autoscope_site site = {...};
//   __attribute__((cleanup(__autoscope_leave))) struct __autoscope_guard guard;
//   { __attribute__((cleanup(__autoscope_begin))) struct __autoscope_entry entry = {&guard, &site}; }
//   ...
//
// Entering is the clean-up of an inner block, leaving that of the function's: CodeGen runs both, on every way out, and
// the constant evaluator neither. So a constexpr function that holds a scope stays what it was wherever Clang evaluates
// or merely folds it, and C needs nothing of its own.
struct __AUTOSCOPE_ALIGNED(4) __autoscope_guard {
  unsigned __depth;  // depth of the open scope; __autoscope_off: nothing to close
};

struct __autoscope_entry {
  struct __autoscope_guard *__guard;
  const struct __autoscope_site *__site;
};

// `object`: the `this` of the method; `base`: the same object as the configured module base class, or null.
struct __autoscope_module_entry {
  struct __autoscope_guard *__guard;
  const struct __autoscope_site *__site;
  const volatile void *__object;
  const volatile void *__base;
};

__AUTOSCOPE_INLINE void __autoscope_begin(struct __autoscope_entry *__entry) __AUTOSCOPE_NOEXCEPT {
  __entry->__guard->__depth = __autoscope_enter((struct __autoscope_site *)__entry->__site, __entry->__guard);
}

__AUTOSCOPE_INLINE unsigned __autoscope_enter_object(struct __autoscope_site *__site, struct __autoscope_guard *__guard,
                                                     const volatile void *__object,
                                                     const volatile void *__base) __AUTOSCOPE_NOEXCEPT {
  if (__AUTOSCOPE_LIKELY(!__atomic_load_n(&__autoscope_enabled, __ATOMIC_RELAXED)))
    return __autoscope_off;
  return __autoscope_enter_module(__site, __guard, __autoscope_stack(), (const void *)__object, (const void *)__base);
}

__AUTOSCOPE_INLINE void __autoscope_begin_module(struct __autoscope_module_entry *__entry) __AUTOSCOPE_NOEXCEPT {
  __entry->__guard->__depth = __autoscope_enter_object((struct __autoscope_site *)__entry->__site, __entry->__guard,
                                                       __entry->__object, __entry->__base);
}

// A signal handler may run between any two instructions, and have scopes. Before the mark, that moves the state on,
// which the second look at it shows. Behind the mark, its first scope ends this one, by the very record that is written
// here, and only the commit shows it.
// `__address`: low half of the guard's. 0: the slow path has to do it.
__AUTOSCOPE_INLINE unsigned __autoscope_leave_top(unsigned __address, unsigned __depth, __autoscope_u64 *__when,
                                                  __autoscope_u64 *__state_then) __AUTOSCOPE_NOEXCEPT {
  struct __autoscope_slot *__slot;
  struct __autoscope_frame *__frame;
  __autoscope_u64 __now, __state, __start, __word, __duration, *__record;
  __slot = __autoscope_slot_of_thread;
  *__state_then = __state = __atomic_load_n(&__slot->__state, __ATOMIC_RELAXED);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  *__when = __now = __autoscope_now();
  __frame = &__slot->__frames[__depth];
  __start = __atomic_load_n(&__frame->__start, __ATOMIC_RELAXED);
  __word = __atomic_load_n(&__frame->__word, __ATOMIC_RELAXED);
  __duration = __now - __start;
  // Slow: a duration beyond 32 bits, frames above that a longjmp skipped, a module scope, a guard that began elsewhere,
  // a chunk that is full (tested before and not after the write, so that a signal handler never finds it full), and all
  // that is left while nothing is recorded, perhaps since this is the child of a fork.
  if (__AUTOSCOPE_UNLIKELY((__duration >> 32) | ((unsigned)__state ^ (__depth + 1)) |
                           ((unsigned)(__word >> 32) ^ __address)) ||
      __AUTOSCOPE_UNLIKELY(!((__state >> 32) & __autoscope_chunk_mask)) ||
      __AUTOSCOPE_UNLIKELY(!__atomic_load_n(&__autoscope_enabled, __ATOMIC_RELAXED)))
    return 0;
  __atomic_store_n(&__frame->__word, __word | __autoscope_leaving, __ATOMIC_RELAXED);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (__AUTOSCOPE_UNLIKELY(__atomic_load_n(&__slot->__state, __ATOMIC_RELAXED) != __state))
    return 0;
  __record = __slot->__base + (__state >> 32);
  __record[0] = __start;
  __record[1] = __duration << 32 | (unsigned)__word;
  // Publishes the record and pops the frame at once.
  return __autoscope_commit(&__slot->__state, __state, ((__state >> 32) + 2) << 32 | __depth);
}

__AUTOSCOPE_ONCE void __autoscope_leave_open(struct __autoscope_guard *__guard) __AUTOSCOPE_NOEXCEPT {
  __autoscope_u64 __now, __state;
  if (__AUTOSCOPE_UNLIKELY(!__autoscope_leave_top(__autoscope_address(__guard), __guard->__depth, &__now, &__state)))
    __autoscope_leave_slow(__guard, __now, __state);
}

// Leaves the scope whatever the flag says now: what was entered while recording is closed after a stop, too.
__AUTOSCOPE_INLINE void __autoscope_leave(struct __autoscope_guard *__guard) __AUTOSCOPE_NOEXCEPT {
  if (__AUTOSCOPE_UNLIKELY(__guard->__depth != __autoscope_off))
    __autoscope_leave_open(__guard);
}

// The same for what __autoscope_begin_module() has entered, whose common end is out of line.
__AUTOSCOPE_INLINE void __autoscope_leave_module(struct __autoscope_guard *__guard) __AUTOSCOPE_NOEXCEPT {
  if (__AUTOSCOPE_UNLIKELY(__guard->__depth != __autoscope_off)) {
    __autoscope_u64 __state = __autoscope_state();
    __autoscope_leave_slow(__guard, __autoscope_now(), __state);
  }
}

#if defined(__cplusplus)

// The guard of a constructor that initialises something: a temporary in its first initialiser, which lives until the
// constructor is left. The functions of this type have no name outside of the unit, like all others here.
namespace {
struct __AUTOSCOPE_ALIGNED(4) __autoscope_constructor {
  struct __autoscope_guard __guard;
  __attribute__((__always_inline__, __nothrow__, __nodebug__)) explicit __autoscope_constructor(
      const struct __autoscope_site *__site) __AUTOSCOPE_NOEXCEPT {
    __guard.__depth = __autoscope_enter((struct __autoscope_site *)__site, &__guard);
  }
  __attribute__((__always_inline__, __nothrow__, __nodebug__)) ~__autoscope_constructor() __AUTOSCOPE_NOEXCEPT {
    __autoscope_leave(&__guard);
  }
};
}  // namespace

// A coroutine's call is recorded as slices, one for each stretch between two suspensions, on the thread that ran it.
//
// Its guard lives in the coroutine's frame: the address says nothing about a stack, and after each suspension the
// thread may be another. So whatever asks for the thread is out of line, where no compiler can keep it across a
// suspension.
struct __AUTOSCOPE_ALIGNED(8) __autoscope_coroutine {
  const struct __autoscope_site *__site;
  __autoscope_u64 __call;  // the run time's: the id of the call, 0 before its first recorded slice
  unsigned __slice;        // the run time's: the number of the open slice, else of the next one
  unsigned __depth;        // of the open slice's frame; __autoscope_off: none is open
};

extern "C" {
// Called in the coroutine's own code: the caller's stack pointer places the slice. `__locals`:
// __AUTOSCOPE_LOCALS_ON_STACK.
__AUTOSCOPE_PUBLIC void __autoscope_coroutine_begin(struct __autoscope_coroutine *,
                                                    unsigned __locals) __AUTOSCOPE_NOEXCEPT;
__AUTOSCOPE_PUBLIC void __autoscope_coroutine_end(struct __autoscope_coroutine *,
                                                  unsigned __suspends) __AUTOSCOPE_NOEXCEPT;
}

// The coroutine runs: at its start, behind each suspension, and where an exception of its own may have been caught
// (await_suspend can throw). Where it ran all along, nothing happens.
__AUTOSCOPE_INLINE void __autoscope_coroutine_resumed(struct __autoscope_coroutine *__coroutine) __AUTOSCOPE_NOEXCEPT {
  if (__AUTOSCOPE_UNLIKELY(__atomic_load_n(&__autoscope_enabled, __ATOMIC_RELAXED)) &&
      __coroutine->__depth == __autoscope_off)
    __autoscope_coroutine_begin(__coroutine, __AUTOSCOPE_LOCALS_ON_STACK);
}

// Around the value of await_ready, before await_suspend: from there on another thread may run the coroutine.
__AUTOSCOPE_INLINE bool __autoscope_coroutine_suspending(struct __autoscope_coroutine *__coroutine,
                                                         bool __ready) __AUTOSCOPE_NOEXCEPT {
  if (__AUTOSCOPE_UNLIKELY(!__ready && __coroutine->__depth != __autoscope_off))
    __autoscope_coroutine_end(__coroutine, 1);
  return __ready;
}

// The body ends, or the frame is destroyed while it is suspended and no slice is open.
__AUTOSCOPE_INLINE void __autoscope_coroutine_leave(struct __autoscope_coroutine *__coroutine) __AUTOSCOPE_NOEXCEPT {
  if (__AUTOSCOPE_UNLIKELY(__coroutine->__depth != __autoscope_off))
    __autoscope_coroutine_end(__coroutine, 0);
}

#endif

#include "abi_calls.h"
#include "abi_classes.h"
#include "abi_shapes.h"

#endif
