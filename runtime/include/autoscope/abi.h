// The one contract between the plugin and the run time: what compiled code holds of autoscope.
//
// The plugin force-includes this header into every translation unit it instruments, so it must stay valid in any
// C++98..C++26 unit under any user macro: reserved names only, no standard header, nothing that can warn. The types
// are frozen by AUTOSCOPE_ABI; append, never reorder. `scope.h` is the header for people.
//
// A scope is entered and left on the thread that runs it; no function here throws, allocates or locks on the enabled
// path while the thread's chunk has room.
#ifndef __AUTOSCOPE_ABI_H
#define __AUTOSCOPE_ABI_H
#if defined(__clang__)
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#define __AUTOSCOPE_ABI 1

#if __cplusplus >= 201103L
#define __AUTOSCOPE_CONSTEXPR constexpr
#define __AUTOSCOPE_NOEXCEPT noexcept
#else
#define __AUTOSCOPE_CONSTEXPR
#define __AUTOSCOPE_NOEXCEPT throw()
#endif
#if __cplusplus >= 201103L && defined(__has_builtin)
#if __has_builtin(__builtin_is_constant_evaluated)
#define __AUTOSCOPE_CONSTANT_EVALUATED() __builtin_is_constant_evaluated()
#endif
#endif
#ifndef __AUTOSCOPE_CONSTANT_EVALUATED
#define __AUTOSCOPE_CONSTANT_EVALUATED() false
#endif

extern "C" {

// One instrumented place in the program. Lives in the ELF section "autoscope_sites"; `__info` points at text in the
// section "autoscope_info", so that a tool can list the sites of a binary from that section alone.
//
// The text is one record, ended by NUL, of fields separated by 0x1f (a plugin replaces 0x1f and NUL inside a field):
//   "A1" | kind | flags | line | file | name | qualified name | module type | parameter names, comma separated
// kind: "function" or "module". flags: letters, "n" = the user named this scope. name: what tables show.
struct __autoscope_site {
  unsigned __size;            // sizeof(__autoscope_site) as compiled
  unsigned __id;              // 0 until the run time has registered the site; written once by the run time
  unsigned __kind;            // __autoscope_kind_*
  unsigned __reserved;        // 0
  const char *__info;
};
enum { __autoscope_kind_function = 0, __autoscope_kind_module = 1 };

typedef __UINT64_TYPE__ __autoscope_u64;

// An open scope on the shadow stack. `__word` = low 32 bits of the guard's address << 32 | depth10 << 22 | site22; its
// low half is the low half of the record that leaving will write.
struct __autoscope_frame {
  __autoscope_u64 __start;
  __autoscope_u64 __word;
};

enum { __autoscope_max_depth = 1000, __autoscope_off = 0xffffffffu };

// Per-thread state in the ring mapping. `__state` = cursor32 (8-byte words from `__base`) << 32 | depth32, the whole
// commit protocol: see runtime/src/record/Format.h.
struct __autoscope_slot {
  __autoscope_u64 __state;
  __autoscope_u64 *__base;
  __autoscope_u64 __private[14];   // the run time's own
  struct __autoscope_frame __frames[__autoscope_max_depth];
};

struct __autoscope_guard;

extern unsigned char __autoscope_enabled;  // 0: a scope costs one test of this
extern __thread struct __autoscope_slot *__autoscope_slot_of_thread
    __attribute__((tls_model("initial-exec")));  // never null; a thread without a slot has a full dummy one

// Off the hot path. Enter functions return the value for guard.__depth.
unsigned __autoscope_enter_slow(struct __autoscope_site *, const struct __autoscope_guard *) __AUTOSCOPE_NOEXCEPT;
unsigned __autoscope_enter_module(struct __autoscope_site *, const struct __autoscope_guard *, const void *object,
                                  const void *base) __AUTOSCOPE_NOEXCEPT;
void __autoscope_leave_slow(const struct __autoscope_guard *, __autoscope_u64 now) __AUTOSCOPE_NOEXCEPT;
void __autoscope_chunk_full(struct __autoscope_slot *) __AUTOSCOPE_NOEXCEPT;

}  // extern "C"

#define __AUTOSCOPE_LIKELY(x) __builtin_expect(!!(x), 1)
#define __AUTOSCOPE_UNLIKELY(x) __builtin_expect(!!(x), 0)

inline __autoscope_u64 __autoscope_now() __AUTOSCOPE_NOEXCEPT {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  __autoscope_u64 ticks;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#else
#error "autoscope needs x86-64 or aarch64"
#endif
}

inline unsigned __autoscope_enter(struct __autoscope_site *site, const struct __autoscope_guard *guard)
    __AUTOSCOPE_NOEXCEPT {
  if (__AUTOSCOPE_LIKELY(!__atomic_load_n(&__autoscope_enabled, __ATOMIC_RELAXED)))
    return __autoscope_off;
  return __autoscope_enter_slow(site, guard);
}

// A literal type with a trivial destructor, so that a constexpr function that holds one stays usable in constant
// expressions; leaving is a cleanup attribute on the variable, which the constant evaluator ignores.
struct __autoscope_guard {
  unsigned __depth;  // depth of the open scope; __autoscope_off: nothing to close
  __AUTOSCOPE_CONSTEXPR explicit __autoscope_guard(struct __autoscope_site *site) __AUTOSCOPE_NOEXCEPT
      : __depth(__AUTOSCOPE_CONSTANT_EVALUATED() ? __autoscope_off : __autoscope_enter(site, this)) {}
  // `object`: the complete-type `this` of the method; `base`: the same object as the configured module base class, or null.
  __AUTOSCOPE_CONSTEXPR __autoscope_guard(struct __autoscope_site *site, const volatile void *object,
                                          const volatile void *base) __AUTOSCOPE_NOEXCEPT
      : __depth(__AUTOSCOPE_CONSTANT_EVALUATED() ? __autoscope_off : __autoscope_enter_object(site, this, object, base)) {}
  static unsigned __autoscope_enter_object(struct __autoscope_site *site, const struct __autoscope_guard *guard,
                                           const volatile void *object, const volatile void *base)
      __AUTOSCOPE_NOEXCEPT {
    if (__AUTOSCOPE_LIKELY(!__atomic_load_n(&__autoscope_enabled, __ATOMIC_RELAXED)))
      return __autoscope_off;
    return __autoscope_enter_module(site, guard, const_cast<const void *>(object), const_cast<const void *>(base));
  }
};

inline void __autoscope_leave(struct __autoscope_guard *guard) __AUTOSCOPE_NOEXCEPT {
  if (__AUTOSCOPE_LIKELY(guard->__depth == __autoscope_off))
    return;
  __autoscope_leave_slow(guard, __autoscope_now());
}

#endif
