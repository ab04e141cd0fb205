// Whether an address in memory is a given live object: by the classes it is derived from, or by the complete object
// that its virtual table tells of.
//
// For the search for modules among what another one holds. Memory is read only where it is known to be alive.
#pragma once

#include "autoscope/abi.h"

#include <cstddef>
#include <cstdint>

namespace autoscope::modules {

// An object and the class that knows it by that address.
struct Seen {
  const void *object = nullptr;
  const __autoscope_class *type = nullptr;  // may be null
  uint32_t hash = 0;                        // of the class's name, its low 24 bits: hot::typeHashOf(site)
};

// What a site says of its module's class; null if it says nothing.
const __autoscope_class *describedClass(const __autoscope_site &site);

// Are both one object, by its base classes or by its virtual table? Both must be alive.
bool isSameObject(const Seen &one, const Seen &other);

constexpr uint32_t nameHashMask = 0xffffff;

inline uint32_t hashOf(const __autoscope_class &type) {
  return type.__hash & nameHashMask;
}

template <class T> T readAt(const void *address) {
  T value;
  __builtin_memcpy(&value, address, sizeof value);
  return value;
}

// The base subobject of a live object.
inline const char *baseAt(const char *object, const __autoscope_member &base) {
  if (!(base.__flags & __autoscope_member_virtual_base))
    return object + base.__offset;
  const char *table = readAt<const char *>(object);
  return object + readAt<ptrdiff_t>(table + base.__offset);
}

inline bool isVirtualBase(const __autoscope_member &member) {
  return member.__flags & __autoscope_member_virtual_base;
}

inline bool isBase(const __autoscope_member &member) {
  return member.__flags & (__autoscope_member_base | __autoscope_member_virtual_base);
}

// Is the class of that name's hash a base of this one?
bool hasBase(const __autoscope_class &type, uint32_t hash);

// None of a base that is a container or a pointer.
inline uint64_t memberCount(const __autoscope_class &type) {
  return type.__kind == __autoscope_class_object ? type.__count : 0;
}

inline bool isDynamic(const __autoscope_class &type) {
  return type.__flags & __autoscope_class_dynamic;
}

// Of an object with a virtual table.
inline const char *completeObject(const char *object) {
  const char *table = readAt<const char *>(object);
  return object + readAt<ptrdiff_t>(table - 2 * sizeof(ptrdiff_t));
}

class ObjectIdentity {
public:
  explicit ObjectIdentity(const Seen &live);

  enum class Memory { Alive, PerhapsGone };
  // `complete`: of what lies at `address`, as it was when that was known to be alive; null: not known.
  bool isAt(const char *address, const __autoscope_class &type, const char *complete, Memory memory) const;

  // All addresses that it is known by.
  template <class Visit> void eachAddress(Visit visit) const {
    for (size_t i = 0; i < partCount_; ++i)
      visit(parts_[i].address);
    visit(complete_);
  }

private:
  struct Part {
    const char *address;
    uint32_t hash;
  };
  static constexpr size_t mostParts = 24;

  void addBases(const char *object, const __autoscope_class &type);
  bool isBaseAt(const char *address, const __autoscope_class &type, Memory memory) const;
  bool isWithin(const char *address) const { return address >= complete_ && address < end_; }

  Part parts_[mostParts];  // itself first, then the bases that the class knows of
  size_t partCount_ = 1;
  const char *complete_;
  const char *end_;
  bool isDynamic_;
};

}  // namespace autoscope::modules
