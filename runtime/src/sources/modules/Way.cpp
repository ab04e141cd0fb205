#include "sources/modules/Way.h"

#include "sources/modules/Region.h"

namespace autoscope::modules {

namespace {

// Null: it has none.
const char *valueOf(const char *optional, const __autoscope_class &type) {
  const char *value = nullptr;
  walk(optional, type, [&](const char *at, uint32_t, const char *, uint64_t) {
    value = at;
    return true;
  });
  return value;
}

}  // namespace

// Called for the first call of each child in each call of its parent.
bool leadsTo(const Seen &parent, const Way &way, Asking asking) {
  auto at = static_cast<const char *>(parent.object);
  const __autoscope_class *type = parent.type;
  Region region = Region::Own;
  const uint32_t *choice = way.choices, *end = choice + way.length;
  while (at && type) {
    switch (type->__kind) {
    case __autoscope_class_object: {
      if (choice == end)
        return at == way.at;
      if (*choice >= type->__count)
        return false;
      const __autoscope_member &member = type->__members[*choice++];
      region = ofMember(member, region);
      if (region == Region::Held)
        return false;
      at = isBase(member) ? baseAt(at, member) : at + member.__offset;
      type = member.__type;
      continue;
    }
    case __autoscope_class_pointer:
    case __autoscope_class_owner:
      at = pointerAt(at, *type);
      if (choice == end && isObject(*type->__element))
        return at == way.at;
      if (type->__kind == __autoscope_class_pointer || region != Region::Own)
        return false;
      type = type->__element;
      continue;
    default:
      break;
    }
    region = inside(*type, region);
    if (choice == end || region == Region::Held)
      return false;
    if (type->__kind == __autoscope_class_optional) {
      at = asking == Asking::Program ? valueOf(at, *type) : nullptr;
    } else {
      Elements elements = elementsOf(at, *type);
      at = *choice < elements.count ? elements.first + *choice * type->__element->__bytes : nullptr;
    }
    ++choice;
    type = type->__element;
  }
  return false;
}

}  // namespace autoscope::modules
