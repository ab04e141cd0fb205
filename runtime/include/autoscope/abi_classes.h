#if defined(__clang__)
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif
// The part of abi.h that describes what the classes of modules hold, so that the run time can name a module by the
// member through which another one reaches it.
//
// Included by abi.h, under its rules. Empty in C. The plugin fills constants of these types, internal to each unit; the
// run time reads them while a method of the described object runs.
#ifndef __AUTOSCOPE_ABI_CLASSES_H
#define __AUTOSCOPE_ABI_CLASSES_H

#if defined(__cplusplus)

struct __autoscope_member;

// Called with each element; `__text` and `__number` are its key: a text of that length, or a number if `__text` is
// null. Returns whether to stop.
typedef bool (*__autoscope_visit)(void *__context, const void *__element, const char *__text, __autoscope_u64 __number);

enum {
  // A class by its members, bases first. Without members it may be one that the unit does not know or that holds
  // nothing.
  __autoscope_class_object = 0,
  // A pointer that may dangle: compared, never followed. It lies at `__first`.
  __autoscope_class_pointer = 1,
  // A pointer to what it owns, or null.
  __autoscope_class_owner = 2,
  // `__count` elements from `__first` on.
  __autoscope_class_array = 3,
  // Elements from the pointer at `__first` up to the pointer at `__count`.
  __autoscope_class_vector = 4,
  // What `__walk` visits. Elements have numbers, keys, or, where there is one at most, no name of their own.
  __autoscope_class_sequence = 5,
  __autoscope_class_numbers = 6,
  __autoscope_class_texts = 7,
  __autoscope_class_optional = 8,
  // A pointer, at `__first`, to an array that it owns; a word in front of that says how many elements it has.
  __autoscope_class_owned_array = 9
};

enum {
  __autoscope_class_dynamic = 1,  // has a pointer to a virtual table, which says where the complete object is
  __autoscope_class_module = 2    // itself a module
};

// A type.
struct __AUTOSCOPE_ALIGNED(8) __autoscope_class {
  unsigned __size;  // sizeof(struct __autoscope_class) as compiled
  unsigned __kind;
  unsigned __flags;
  unsigned __hash;                             // of an object: FNV-1a of its name
  const char *__name;                          // of an object, as in the module type of a site
  __autoscope_u64 __bytes;                     // 0: not known
  __autoscope_u64 __first;                     // of a module with a virtual table: FNV-1a of its typeid's name
  __autoscope_u64 __count;                     // of an object: members
  const struct __autoscope_member *__members;  // of an object
  const struct __autoscope_class *__element;   // of all others: what they hold or point to
  void (*__walk)(const void *__container, __autoscope_visit, void *__context);
};

enum {
  __autoscope_member_base = 1,
  // The offset is not from the object but in its virtual table, relative to the address point: there lies the offset.
  __autoscope_member_virtual_base = 2
};

struct __AUTOSCOPE_ALIGNED(8) __autoscope_member {
  const char *__name;  // null: a base, or an unnamed member, whose members count as the object's own
  const struct __autoscope_class *__type;
  long __offset;
  unsigned __flags;
  unsigned __reserved;  // 0
};

// The members' names are the standard library's, and a macro of the command line may have one of them. Only then: a
// push leaves lines in the preprocessor's scratch space, whose numbers diagnostics show.
#if defined(begin) || defined(const_iterator) || defined(data) || defined(end) || defined(first) ||                    \
    defined(has_value) || defined(second) || defined(size)
#define __AUTOSCOPE_USER_MACROS
#pragma push_macro("begin")
#pragma push_macro("const_iterator")
#pragma push_macro("data")
#pragma push_macro("end")
#pragma push_macro("first")
#pragma push_macro("has_value")
#pragma push_macro("second")
#pragma push_macro("size")
#undef begin
#undef const_iterator
#undef data
#undef end
#undef first
#undef has_value
#undef second
#undef size
#endif

// The plugin instantiates these for containers of the standard library, whose layout is their own.
template <class __Container>
static void __autoscope_walk_elements(const void *__container, __autoscope_visit __visit, void *__context) {
  const __Container &__elements = *static_cast<const __Container *>(__container);
  typename __Container::const_iterator __at = __elements.begin(), __end = __elements.end();
  for (; __at != __end; ++__at)
    if (__visit(__context, __builtin_addressof(*__at), __AUTOSCOPE_NULL, 0))
      return;
}

template <class __Container>
static void __autoscope_walk_values(const void *__container, __autoscope_visit __visit, void *__context) {
  const __Container &__elements = *static_cast<const __Container *>(__container);
  typename __Container::const_iterator __at = __elements.begin(), __end = __elements.end();
  for (; __at != __end; ++__at)
    if (__visit(__context, __builtin_addressof(__at->second), __AUTOSCOPE_NULL, 0))
      return;
}

template <class __Container>
static void __autoscope_walk_numbers(const void *__container, __autoscope_visit __visit, void *__context) {
  const __Container &__elements = *static_cast<const __Container *>(__container);
  typename __Container::const_iterator __at = __elements.begin(), __end = __elements.end();
  for (; __at != __end; ++__at)
    if (__visit(__context, __builtin_addressof(__at->second), __AUTOSCOPE_NULL,
                static_cast<__autoscope_u64>(__at->first)))
      return;
}

template <class __Container>
static void __autoscope_walk_texts(const void *__container, __autoscope_visit __visit, void *__context) {
  const __Container &__elements = *static_cast<const __Container *>(__container);
  typename __Container::const_iterator __at = __elements.begin(), __end = __elements.end();
  for (; __at != __end; ++__at)
    if (__visit(__context, __builtin_addressof(__at->second), __at->first.data(), __at->first.size()))
      return;
}

// Keys of one character.
template <class __Container>
static void __autoscope_walk_characters(const void *__container, __autoscope_visit __visit, void *__context) {
  const __Container &__elements = *static_cast<const __Container *>(__container);
  typename __Container::const_iterator __at = __elements.begin(), __end = __elements.end();
  for (; __at != __end; ++__at)
    if (__visit(__context, __builtin_addressof(__at->second), __builtin_addressof(__at->first), 1))
      return;
}

template <class __Container>
static void __autoscope_walk_optional(const void *__container, __autoscope_visit __visit, void *__context) {
  const __Container &__holder = *static_cast<const __Container *>(__container);
  if (__holder.has_value())
    __visit(__context, __builtin_addressof(*__holder), __AUTOSCOPE_NULL, 0);
}

#if defined(__AUTOSCOPE_USER_MACROS)
#pragma pop_macro("begin")
#pragma pop_macro("const_iterator")
#pragma pop_macro("data")
#pragma pop_macro("end")
#pragma pop_macro("first")
#pragma pop_macro("has_value")
#pragma pop_macro("second")
#pragma pop_macro("size")
#undef __AUTOSCOPE_USER_MACROS
#endif

#endif

#endif
