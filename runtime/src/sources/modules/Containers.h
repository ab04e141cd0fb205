// How memory that a description speaks of is read: the pointers and elements that lie at an address.
//
// The container must be alive and at rest, a vector's storage alive.
#pragma once

#include "sources/modules/ObjectIdentity.h"

namespace autoscope::modules {

inline const char *pointerAt(const char *holder, const __autoscope_class &type) {
  return readAt<const char *>(holder + type.__first);
}

struct Elements {
  const char *first = nullptr;
  uint64_t count = 0;
};

inline bool hasPlainElements(const __autoscope_class &type) {
  return type.__kind == __autoscope_class_array || type.__kind == __autoscope_class_vector ||
         type.__kind == __autoscope_class_owned_array;
}

// How many elements new[] has noted before the first. AddressSanitizer keeps that from all but new[] and delete[].
__attribute__((no_sanitize("address"))) inline uint64_t countBefore(const char *first) {
  uint64_t count;
  __builtin_memcpy(&count, first - sizeof count, sizeof count);
  return count;
}

// Of an array or a vector; what the memory says is believed only if it makes sense.
inline Elements elementsOf(const char *container, const __autoscope_class &type) {
  uint64_t size = type.__element->__bytes;
  if (type.__kind == __autoscope_class_array)
    return {container + type.__first, type.__count};
  if (type.__kind == __autoscope_class_owned_array) {
    const char *first = pointerAt(container, type);
    uint64_t count = first ? countBefore(first) : 0;
    bool makesSense = size != 0 && count < (uint64_t(1) << 47) / size;
    return makesSense ? Elements{first, count} : Elements{};
  }
  auto begin = readAt<const char *>(container + type.__first), end = readAt<const char *>(container + type.__count);
  auto bytes = static_cast<uint64_t>(end - begin);
  if (!begin || end < begin || size == 0 || bytes % size != 0)
    return {};
  return {begin, bytes / size};
}

// Of the bytes that lie there, the first of them: a container that was filled or emptied has others.
inline uint64_t markOfBytes(const char *at, uint64_t bytes) {
  constexpr uint64_t most = 128;
  uint64_t mark = reinterpret_cast<uint64_t>(at);
  for (uint64_t word = 0; word + 8 <= bytes && word < most; word += 8)
    mark = (mark ^ readAt<uint64_t>(at + word)) * 0x9e3779b97f4a7c15ull + word;
  return mark;
}

inline bool isObject(const __autoscope_class &type) {
  return type.__kind == __autoscope_class_object;
}

inline bool isPointer(const __autoscope_class &type) {
  return type.__kind == __autoscope_class_pointer || type.__kind == __autoscope_class_owner;
}

// Calls `visit(element, index, text, number)` for each element of a container that is walked, until it returns true.
template <class Visit> void walk(const char *container, const __autoscope_class &type, Visit visit) {
  struct Context {
    Visit &visit;
    uint32_t index;
  } context = {visit, 0};
  if (type.__walk)
    type.__walk(
        container,
        [](void *opaque, const void *element, const char *text, __autoscope_u64 number) {
          auto &own = *static_cast<Context *>(opaque);
          return own.visit(static_cast<const char *>(element), own.index++, text, number);
        },
        &context);
}

}  // namespace autoscope::modules
