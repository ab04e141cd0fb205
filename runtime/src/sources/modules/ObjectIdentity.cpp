#include "sources/modules/ObjectIdentity.h"

namespace autoscope::modules {

ObjectIdentity::ObjectIdentity(const Seen &live) {
  auto object = static_cast<const char *>(live.object);
  parts_[0] = {object, live.hash};
  isDynamic_ = live.type && (live.type->__flags & __autoscope_class_dynamic);
  complete_ = isDynamic_ ? completeObject(object) : object;
  end_ = object + (live.type ? live.type->__bytes : 0);
  if (live.type)
    addBases(object, *live.type);
}

void ObjectIdentity::addBases(const char *object, const __autoscope_class &type) {
  for (uint64_t i = 0; i < type.__count && isBase(type.__members[i]) && partCount_ < mostParts; ++i) {
    const __autoscope_member &member = type.__members[i];
    const char *base = baseAt(object, member);
    parts_[partCount_++] = {base, hashOf(*member.__type)};
    addBases(base, *member.__type);
  }
}

bool ObjectIdentity::isAt(const char *address, const __autoscope_class &type, Reach reach) const {
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
  if (isDynamic_ && (type.__flags & __autoscope_class_dynamic)) {
    if (reach == Reach::InPlace)
      return address == complete_;
    return (reach == Reach::Owned || isWithin(address)) && completeObject(address) == complete_;
  }
  return isBaseAt(address, type, reach);
}

// Is it a base of what lies there?
bool ObjectIdentity::isBaseAt(const char *address, const __autoscope_class &type, Reach reach) const {
  if (parts_[0].address < address || parts_[0].address >= address + type.__bytes)
    return false;
  for (uint64_t i = 0; i < type.__count && isBase(type.__members[i]); ++i) {
    const __autoscope_member &member = type.__members[i];
    if (reach == Reach::Referred && (member.__flags & __autoscope_member_virtual_base))
      continue;
    const char *base = baseAt(address, member);
    if ((base == parts_[0].address && hashOf(*member.__type) == parts_[0].hash) ||
        isBaseAt(base, *member.__type, reach))
      return true;
  }
  return false;
}

}  // namespace autoscope::modules
