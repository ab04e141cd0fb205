#include "sources/modules/ObjectIdentity.h"

namespace autoscope::modules {

const __autoscope_class *describedClass(const __autoscope_site &site) {
  constexpr size_t needed = offsetof(__autoscope_site, __class) + sizeof site.__class;
  if (site.__size < needed || !site.__class || site.__class->__size < sizeof(__autoscope_class) ||
      site.__class->__kind != __autoscope_class_object)
    return nullptr;
  return site.__class;
}

bool isSameObject(const Seen &one, const Seen &other) {
  auto isAt = [](const Seen &known, const Seen &asked) {
    auto object = static_cast<const char *>(asked.object);
    return asked.type &&
           ObjectIdentity(known).isAt(object, *asked.type, isDynamic(*asked.type) ? completeObject(object) : nullptr,
                                      ObjectIdentity::Memory::Alive);
  };
  return isAt(one, other) || isAt(other, one);
}

bool hasBase(const __autoscope_class &type, uint32_t hash) {
  for (uint64_t i = 0; i < memberCount(type) && isBase(type.__members[i]); ++i)
    if (hashOf(*type.__members[i].__type) == hash || hasBase(*type.__members[i].__type, hash))
      return true;
  return false;
}

ObjectIdentity::ObjectIdentity(const Seen &live) {
  auto object = static_cast<const char *>(live.object);
  parts_[0] = {object, live.hash};
  isDynamic_ = live.type && isDynamic(*live.type);
  complete_ = isDynamic_ ? completeObject(object) : object;
  end_ = object + (live.type ? live.type->__bytes : 0);
  if (live.type)
    addBases(object, *live.type);
}

void ObjectIdentity::addBases(const char *object, const __autoscope_class &type) {
  for (uint64_t i = 0; i < memberCount(type) && isBase(type.__members[i]) && partCount_ < mostParts; ++i) {
    const __autoscope_member &member = type.__members[i];
    const char *base = baseAt(object, member);
    parts_[partCount_++] = {base, hashOf(*member.__type)};
    addBases(base, *member.__type);
  }
}

bool ObjectIdentity::isAt(const char *address, const __autoscope_class &type, const char *complete,
                          Memory memory) const {
  bool knowsClass = false;
  for (size_t i = 0; i < partCount_; ++i) {
    if (parts_[i].hash != hashOf(type))
      continue;
    if (parts_[i].address == address)
      return true;
    knowsClass = true;
  }
  // One of its own classes, at another address. A list that is full may lack a further base of that class.
  if (knowsClass && partCount_ < mostParts)
    return false;
  if (isDynamic_ && isDynamic(type)) {
    if (complete)
      return complete == complete_;
    return isWithin(address) && completeObject(address) == complete_;
  }
  return isBaseAt(address, type, memory);
}

// Is it a base of what lies there?
bool ObjectIdentity::isBaseAt(const char *address, const __autoscope_class &type, Memory memory) const {
  if (parts_[0].address < address || parts_[0].address >= address + type.__bytes)
    return false;
  for (uint64_t i = 0; i < memberCount(type) && isBase(type.__members[i]); ++i) {
    const __autoscope_member &member = type.__members[i];
    if (memory == Memory::PerhapsGone && isVirtualBase(member))
      continue;
    const char *base = baseAt(address, member);
    if ((base == parts_[0].address && hashOf(*member.__type) == parts_[0].hash) ||
        isBaseAt(base, *member.__type, memory))
      return true;
  }
  return false;
}

}  // namespace autoscope::modules
