#include "sources/modules/Way.h"

#include "sources/modules/Region.h"

namespace autoscope::modules {

namespace {

struct Place {
  const char *at = nullptr;  // null: nowhere
  const __autoscope_class *type = nullptr;
  Region region = Region::Own;
};

Place valueOf(const Place &optional) {
  Place inner;
  walk(optional.at, *optional.type, [&](const char *at, uint32_t, const char *, uint64_t) {
    inner = {at, optional.type->__element, inside(*optional.type, optional.region)};
    return true;
  });
  return inner;
}

Place choose(const Place &from, uint32_t choice, Asking asking) {
  const __autoscope_class &type = *from.type;
  switch (type.__kind) {
  case __autoscope_class_object: {
    if (choice >= type.__count)
      return {};
    const __autoscope_member &member = type.__members[choice];
    Region region = ofMember(member, from.region);
    if (region == Region::Held)
      return {};
    return {isBase(member) ? baseAt(from.at, member) : from.at + member.__offset, member.__type, region};
  }
  case __autoscope_class_array:
  case __autoscope_class_owned_array:
  case __autoscope_class_vector: {
    Region region = inside(type, from.region);
    if (region == Region::Held)
      return {};
    Elements elements = elementsOf(from.at, type);
    if (choice >= elements.count)
      return {};
    return {elements.first + choice * type.__element->__bytes, type.__element, region};
  }
  case __autoscope_class_optional:
    return asking == Asking::Program && inside(type, from.region) != Region::Held ? valueOf(from) : Place();
  default:
    return {};
  }
}

}  // namespace

bool leadsTo(const Seen &parent, const Way &way, Asking asking) {
  Place place = {static_cast<const char *>(parent.object), parent.type};
  uint32_t used = 0;
  while (place.at && place.type) {
    const __autoscope_class &type = *place.type;
    if (isPointer(type)) {
      bool isLast = used == way.length && isObject(*type.__element);
      if (isLast)
        return pointerAt(place.at, type) == way.at;
      if (type.__kind == __autoscope_class_pointer || behindOwner(place.region) == Region::Held)
        return false;
      place = {pointerAt(place.at, type), type.__element, Region::Own};
      continue;
    }
    if (used == way.length)
      return isObject(type) && place.at == way.at;
    place = choose(place, way.choices[used++], asking);
  }
  return false;
}

}  // namespace autoscope::modules
