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

// Bits of __autoscope_enabled. Those of memory are the run time's own: tensors, and what malloc gives (heap).
enum {
  __autoscope_records_shapes = 2,
  __autoscope_records_flops = 4,
  __autoscope_records_memory = 8,
  __autoscope_records_heap = 16
};
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

// The same where no clean-up can be: in a constructor's first initialiser, in a coroutine.
__AUTOSCOPE_INLINE void __autoscope_record(const struct __autoscope_site *__site, const volatile void *__0,
                                           const volatile void *__1, const volatile void *__2, const volatile void *__3,
                                           const volatile void *__4, const volatile void *__5, const volatile void *__6,
                                           const volatile void *__7) __AUTOSCOPE_NOEXCEPT {
  struct __autoscope_values __values = {__site, __0, __1, __2, __3, __4, __5, __6, __7};
  __autoscope_record_values(&__values);
}

__AUTOSCOPE_INLINE bool __autoscope_wants_flops() __AUTOSCOPE_NOEXCEPT {
  return __AUTOSCOPE_UNLIKELY(__atomic_load_n(&__autoscope_enabled, __ATOMIC_RELAXED) & __autoscope_records_flops);
}

// The arithmetic of FLOPs is in double. Integers are cut as in C++; what has no value is 0.
__AUTOSCOPE_INLINE double __autoscope_quotient(double __dividend, double __divisor) __AUTOSCOPE_NOEXCEPT {
  const double __exact = __divisor < 0 || __divisor > 0 ? __dividend / __divisor : 0;
  return __exact > -9e18 && __exact < 9e18 ? static_cast<double>(static_cast<long>(__exact)) : __exact;
}

__AUTOSCOPE_INLINE double __autoscope_remainder(double __dividend, double __divisor) __AUTOSCOPE_NOEXCEPT {
  return __divisor < 0 || __divisor > 0 ? __dividend - __autoscope_quotient(__dividend, __divisor) * __divisor : 0;
}

// True, so that it can follow `wants_flops() &&`.
__AUTOSCOPE_INLINE bool __autoscope_record_flops(const struct __autoscope_site *__site,
                                                 double __count) __AUTOSCOPE_NOEXCEPT {
  __autoscope_flops(__site, __count);
  return true;
}

#if __cplusplus >= 201103L

// The describers. The plugin looks at a parameter's type and takes the one that fits (plugin/shapes/ShapeKind.h), so
// nothing is guessed here. What they call is known not to fail or lock, and is no function of the user's. Macros of the
// user must not get at the members' names.
#if defined(begin) || defined(channels) || defined(cols) || defined(depth) || defined(dimension) || defined(dims) ||   \
    defined(extent) || defined(has_value) || defined(p) || defined(rank) || defined(rows) || defined(scalar_type) ||   \
    defined(size) || defined(sizes)
#define __AUTOSCOPE_USER_MACROS
#pragma push_macro("begin")
#pragma push_macro("channels")
#pragma push_macro("cols")
#pragma push_macro("depth")
#pragma push_macro("dimension")
#pragma push_macro("dims")
#pragma push_macro("extent")
#pragma push_macro("has_value")
#pragma push_macro("p")
#pragma push_macro("rank")
#pragma push_macro("rows")
#pragma push_macro("scalar_type")
#pragma push_macro("size")
#pragma push_macro("sizes")
#undef begin
#undef channels
#undef cols
#undef depth
#undef dimension
#undef dims
#undef extent
#undef has_value
#undef p
#undef rank
#undef rows
#undef scalar_type
#undef size
#undef sizes
#endif

// What a trait of the user's or a tensor throws ends the text of that argument. Without exceptions the run time catches
// it, but that leaves std::uncaught_exceptions() to chance where the program has a standard library of its own.
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)
#define __AUTOSCOPE_TRY try
#define __AUTOSCOPE_CATCH                                                                                              \
  catch (...) {                                                                                                        \
  }
#else
#define __AUTOSCOPE_TRY
#define __AUTOSCOPE_CATCH
#endif
#if defined(__clang__)
#define __AUTOSCOPE_DESCRIBER static __attribute__((__cold__, __noinline__, __nodebug__, __unused__))
#else
#define __AUTOSCOPE_DESCRIBER static __attribute__((__cold__, __noinline__, __unused__))
#endif

template <class __T> const __T &__autoscope_argument(const volatile void *__argument) {
  return *const_cast<const __T *>(static_cast<const volatile __T *>(__argument));
}

template <class __T> static void __autoscope_tell_tensor(struct __autoscope_shapes *__shapes, const __T &__tensor) {
  __autoscope_shape_open(__shapes);
  __AUTOSCOPE_TRY {
    if (__tensor.defined())
      for (const auto &__one : __tensor.sizes())
        __autoscope_shape_size(__shapes, static_cast<long>(__one));
  }
  __AUTOSCOPE_CATCH
  __autoscope_shape_close(__shapes);
}

template <class __T> static void __autoscope_tell_torch_type(struct __autoscope_shapes *__shapes, const __T &__tensor) {
  __AUTOSCOPE_TRY {
    if (__tensor.defined())
      __autoscope_shape_scalar_type(__shapes, static_cast<int>(__tensor.scalar_type()));
  }
  __AUTOSCOPE_CATCH
}

// at::Tensor.
template <class __T>
__AUTOSCOPE_DESCRIBER void __autoscope_describe_tensor(struct __autoscope_shapes *__shapes,
                                                       const volatile void *__argument) {
  __autoscope_tell_tensor(__shapes, __autoscope_argument<__T>(__argument));
  __autoscope_tell_torch_type(__shapes, __autoscope_argument<__T>(__argument));
}

template <class __T>
__AUTOSCOPE_DESCRIBER void __autoscope_describe_optional_tensor(struct __autoscope_shapes *__shapes,
                                                                const volatile void *__argument) {
  if (__autoscope_argument<__T>(__argument).has_value()) {
    __autoscope_tell_tensor(__shapes, *__autoscope_argument<__T>(__argument));
    __autoscope_tell_torch_type(__shapes, *__autoscope_argument<__T>(__argument));
  } else {
    __autoscope_shape_open(__shapes);
    __autoscope_shape_close(__shapes);
  }
}

// A range of tensors.
template <class __T>
__AUTOSCOPE_DESCRIBER void __autoscope_describe_tensors(struct __autoscope_shapes *__shapes,
                                                        const volatile void *__argument) {
  const __T &__list = __autoscope_argument<__T>(__argument);
  __autoscope_shape_open(__shapes);
  const long __count = static_cast<long>(__list.size());
  for (long __i = 0; __i < __count; ++__i)
    __autoscope_tell_tensor(__shapes, __list.begin()[__i]);
  __autoscope_shape_close(__shapes);
}

// std::vector, std::array, std::span.
template <class __T>
__AUTOSCOPE_DESCRIBER void __autoscope_describe_range(struct __autoscope_shapes *__shapes,
                                                      const volatile void *__argument) {
  __autoscope_shape_open(__shapes);
  __autoscope_shape_size(__shapes, static_cast<long>(__autoscope_argument<__T>(__argument).size()));
  __autoscope_shape_close(__shapes);
}

// Eigen's matrices and expressions.
template <class __T>
__AUTOSCOPE_DESCRIBER void __autoscope_describe_matrix(struct __autoscope_shapes *__shapes,
                                                       const volatile void *__argument) {
  const __T &__matrix = __autoscope_argument<__T>(__argument);
  __autoscope_shape_open(__shapes);
  __autoscope_shape_size(__shapes, static_cast<long>(__matrix.rows()));
  __autoscope_shape_size(__shapes, static_cast<long>(__matrix.cols()));
  __autoscope_shape_close(__shapes);
}

// Eigen's tensors.
template <class __T>
__AUTOSCOPE_DESCRIBER void __autoscope_describe_eigen_tensor(struct __autoscope_shapes *__shapes,
                                                             const volatile void *__argument) {
  const __T &__tensor = __autoscope_argument<__T>(__argument);
  __autoscope_shape_open(__shapes);
  for (unsigned char __i = 0; __i < static_cast<unsigned char>(__tensor.rank()); ++__i)
    __autoscope_shape_size(__shapes, static_cast<long>(__tensor.dimension(__i)));
  __autoscope_shape_close(__shapes);
}

// std::mdspan.
template <class __T>
__AUTOSCOPE_DESCRIBER void __autoscope_describe_extents(struct __autoscope_shapes *__shapes,
                                                        const volatile void *__argument) {
  const __T &__span = __autoscope_argument<__T>(__argument);
  __autoscope_shape_open(__shapes);
  for (unsigned long __i = 0; __i < static_cast<unsigned long>(__T::rank()); ++__i)
    __autoscope_shape_size(__shapes, static_cast<long>(__span.extent(__i)));
  __autoscope_shape_close(__shapes);
}

// cv::Mat: of other than two dimensions it has rows -1.
template <class __T>
__AUTOSCOPE_DESCRIBER void __autoscope_describe_opencv(struct __autoscope_shapes *__shapes,
                                                       const volatile void *__argument) {
  const char *const __names[] = {"unsigned char", "signed char", "short unsigned int", "short int", "int", "float",
                                 "double",        "half"};
  const __T &__image = __autoscope_argument<__T>(__argument);
  __autoscope_shape_open(__shapes);
  if (__image.dims <= 2) {
    __autoscope_shape_size(__shapes, static_cast<long>(__image.rows));
    __autoscope_shape_size(__shapes, static_cast<long>(__image.cols));
  } else {
    for (int __i = 0; __i < static_cast<int>(__image.dims); ++__i)
      __autoscope_shape_size(__shapes, static_cast<long>(__image.size.p[__i]));
  }
  if (__image.channels() > 1)
    __autoscope_shape_size(__shapes, static_cast<long>(__image.channels()));
  __autoscope_shape_close(__shapes);
  const int __depth = static_cast<int>(__image.depth());
  if (__depth >= 0 && __depth < 8)
    __autoscope_shape_type(__shapes, __names[__depth]);
}

// Integer data members `rows` and `cols`, of any class.
template <class __T>
__AUTOSCOPE_DESCRIBER void __autoscope_describe_plane(struct __autoscope_shapes *__shapes,
                                                      const volatile void *__argument) {
  __autoscope_shape_open(__shapes);
  __autoscope_shape_size(__shapes, static_cast<long>(__autoscope_argument<__T>(__argument).rows));
  __autoscope_shape_size(__shapes, static_cast<long>(__autoscope_argument<__T>(__argument).cols));
  __autoscope_shape_close(__shapes);
}

// T[N], T[N][M] ...
template <class __T> struct __autoscope_array {
  static void __tell(struct __autoscope_shapes *) {}
};
template <class __T, unsigned long __n> struct __autoscope_array<__T[__n]> {
  static void __tell(struct __autoscope_shapes *__shapes) {
    __autoscope_shape_size(__shapes, static_cast<long>(__n));
    __autoscope_array<__T>::__tell(__shapes);
  }
};
template <class __T>
__AUTOSCOPE_DESCRIBER void __autoscope_describe_array(struct __autoscope_shapes *__shapes, const volatile void *) {
  __autoscope_shape_open(__shapes);
  __autoscope_array<__T>::__tell(__shapes);
  __autoscope_shape_close(__shapes);
}

#if defined(__AUTOSCOPE_USER_MACROS)
#pragma pop_macro("begin")
#pragma pop_macro("channels")
#pragma pop_macro("cols")
#pragma pop_macro("depth")
#pragma pop_macro("dimension")
#pragma pop_macro("dims")
#pragma pop_macro("extent")
#pragma pop_macro("has_value")
#pragma pop_macro("p")
#pragma pop_macro("rank")
#pragma pop_macro("rows")
#pragma pop_macro("scalar_type")
#pragma pop_macro("size")
#pragma pop_macro("sizes")
#undef __AUTOSCOPE_USER_MACROS
#endif

#endif

#endif

#endif
