#if defined(__clang__)
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif
// The part of abi.h that tells the run time the shapes and element types of a call's arguments, and its FLOPs.
//
// Included by abi.h, under its rules. Empty in C. What is here runs in a function whose scope is open, after it was
// entered, and only while shapes or FLOPs are recorded; a scope whose arguments are not recorded pays one test more.
#ifndef __AUTOSCOPE_ABI_SHAPES_H
#define __AUTOSCOPE_ABI_SHAPES_H

#if defined(__cplusplus)

// Where a describer writes to; the run time's own.
struct __autoscope_shapes;

extern "C" {
// The shape of one argument is one list of sizes, or a list of such lists: open, size ..., close.
__AUTOSCOPE_PUBLIC void __autoscope_shape_open(struct __autoscope_shapes *) __AUTOSCOPE_NOEXCEPT;
__AUTOSCOPE_PUBLIC void __autoscope_shape_size(struct __autoscope_shapes *, long __size) __AUTOSCOPE_NOEXCEPT;
__AUTOSCOPE_PUBLIC void __autoscope_shape_close(struct __autoscope_shapes *) __AUTOSCOPE_NOEXCEPT;
// What the argument's elements are; at most once in each argument. By name, or by torch's number (c10::ScalarType).
__AUTOSCOPE_PUBLIC void __autoscope_shape_type(struct __autoscope_shapes *, const char *__name) __AUTOSCOPE_NOEXCEPT;
__AUTOSCOPE_PUBLIC void __autoscope_shape_scalar_type(struct __autoscope_shapes *, int) __AUTOSCOPE_NOEXCEPT;
}

// One parameter of a site; a table of them ends with one that has neither.
struct __autoscope_parameters {
  // Writes one shape, and the type where `__type` is null. Null itself: the argument has no shape.
  void (*__describe)(struct __autoscope_shapes *, const volatile void *__argument);
  const char *__type;
};

enum { __autoscope_records_shapes = 2, __autoscope_records_flops = 4 };  // bits of __autoscope_enabled
enum { __autoscope_most_values = 8 };

// The arguments of a call that have a shape, in the order of the parameters.
struct __autoscope_values {
  const struct __autoscope_site *__site;
  const volatile void *__0, *__1, *__2, *__3, *__4, *__5, *__6, *__7;
};

extern "C" {
// For the scope that the calling thread entered last, if it is the site's and has none yet.
__AUTOSCOPE_PUBLIC __attribute__((__cold__)) void
__autoscope_arguments(const struct __autoscope_site *, const volatile void *const *__values) __AUTOSCOPE_NOEXCEPT;
__AUTOSCOPE_PUBLIC __attribute__((__cold__)) void __autoscope_flops(const struct __autoscope_site *,
                                                                    double __flops) __AUTOSCOPE_NOEXCEPT;
}

// A clean-up, as abi.h enters a scope by one. The copy keeps the optimiser free to make nothing of the original.
__AUTOSCOPE_INLINE void __autoscope_record_values(struct __autoscope_values *__values) __AUTOSCOPE_NOEXCEPT {
  if (__AUTOSCOPE_UNLIKELY(__atomic_load_n(&__autoscope_enabled, __ATOMIC_RELAXED) & __autoscope_records_shapes)) {
    const volatile void *const __copy[__autoscope_most_values] = {__values->__0, __values->__1, __values->__2,
                                                                  __values->__3, __values->__4, __values->__5,
                                                                  __values->__6, __values->__7};
    __autoscope_arguments(__values->__site, __copy);
  }
}

__AUTOSCOPE_INLINE bool __autoscope_wants_flops() __AUTOSCOPE_NOEXCEPT {
  return __AUTOSCOPE_UNLIKELY(__atomic_load_n(&__autoscope_enabled, __ATOMIC_RELAXED) & __autoscope_records_flops);
}

#endif

#endif
