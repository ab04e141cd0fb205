// Whether an address in memory is a given live object: by the classes it is derived from, or by the complete object
// that its virtual table tells of.
//
// For ClassWalk. Memory is read only where it is known to be alive.
#pragma once

#include "sources/modules/ClassWalk.h"

#include <cstddef>

namespace autoscope::modules {

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

inline bool isBase(const __autoscope_member &member) {
  return member.__flags & (__autoscope_member_base | __autoscope_member_virtual_base);
}

// Of an object with a virtual table.
inline const char *completeObject(const char *object) {
  const char *table = readAt<const char *>(object);
  return object + readAt<ptrdiff_t>(table - 2 * sizeof(ptrdiff_t));
}

class ObjectIdentity {
public:
  explicit ObjectIdentity(const Seen &live);

  enum class Reach {
    InPlace,   // the object is of the very class
    Owned,     // of this or a derived class, alive
    Referred,  // perhaps dead
  };
  bool isAt(const char *address, const __autoscope_class &type, Reach reach) const;

private:
  struct Part {
    const char *address;
    uint32_t hash;
  };
  static constexpr size_t mostParts = 24;

  void addBases(const char *object, const __autoscope_class &type);
  bool isBaseAt(const char *address, const __autoscope_class &type, Reach reach) const;
  bool isWithin(const char *address) const { return address >= complete_ && address < end_; }

  Part parts_[mostParts];  // itself first, then the bases that the class knows of
  size_t partCount_ = 1;
  const char *complete_;
  const char *end_;
  bool isDynamic_;
};

}  // namespace autoscope::modules
