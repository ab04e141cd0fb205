#include "sources/modules/ClassWalk.h"

#include "sources/modules/Containers.h"
#include "sources/modules/RememberedElements.h"
#include "sources/modules/WaySearch.h"

namespace autoscope::modules {

namespace {

using Reach = ObjectIdentity::Reach;

constexpr size_t longestKey = 64;    // of a map, as far as a name shows it
constexpr uint32_t fewElements = 8;  // to walk

std::string quoted(const char *text, uint64_t length) {
  std::string key = "\"";
  for (uint64_t i = 0; i < length && i < longestKey; ++i) {
    if (text[i] == '"' || text[i] == '\\')
      key += '\\';
    key += static_cast<unsigned char>(text[i]) < ' ' ? '?' : text[i];
  }
  return key + (length > longestKey ? "...\"" : "\"");
}

// `name` is told what each step is called.
template <class Name>
Place follow(const Seen &parent, const Way &way, RememberedElements *remembered, Name &&name, bool walks = true) {
  Place place = {static_cast<const char *>(parent.object), parent.type};
  uint32_t used = 0;
  while (true) {
    const __autoscope_class &type = *place.type;
    if (type.__kind == __autoscope_class_pointer || type.__kind == __autoscope_class_owner) {
      place = {pointerAt(place.at, type), type.__element};
      if (!place.at || (used < way.length && type.__kind == __autoscope_class_pointer))
        return {};
      continue;
    }
    if (used == way.length)
      return isObject(type) ? place : Place();
    uint32_t choice = way.choices[used++];
    if (isObject(type)) {
      if (choice >= type.__count)
        return {};
      const __autoscope_member &member = type.__members[choice];
      name.member(type, member);
      place = {isBase(member) ? baseAt(place.at, member) : place.at + member.__offset, member.__type};
    } else if (hasPlainElements(type)) {
      Elements elements = elementsOf(place.at, type);
      if (choice >= elements.count)
        return {};
      name.element(type, choice, nullptr, 0);
      place = {elements.first + choice * type.__element->__bytes, type.__element};
    } else if (remembered && used == way.length && choice >= fewElements && RememberedElements::knows(type)) {
      const RememberedElements::Element *element = remembered->elementAt(place.at, type, choice);
      if (!element || !element->object)
        return {};
      name.remembered(element->mark);
      return {element->object, isObject(*type.__element) ? type.__element : type.__element->__element};
    } else if (!walks) {
      return {};
    } else {
      Place inner;
      walk(place.at, type, [&](const char *at, uint32_t index, const char *text, uint64_t number) {
        if (index != choice)
          return false;
        name.element(type, index, text, number);
        inner = {at, type.__element};
        return true;
      });
      if (!inner.at)
        return {};
      place = inner;
    }
  }
}

// What a way's names depend on besides its choices: the keys on it.
struct Marks {
  uint32_t mark = 0;
  void member(const __autoscope_class &, const __autoscope_member &) {}
  void element(const __autoscope_class &container, uint32_t, const char *text, uint64_t number) {
    remembered(keyMark(container, text, number));
  }
  void remembered(uint32_t key) { mark = mark * 31 + key; }
};

struct Names {
  std::vector<Component> &components;
  std::string &name;

  void member(const __autoscope_class &type, const __autoscope_member &member) {
    if (!member.__name)
      return;
    if (!name.empty())
      components.push_back({name, type.__name});
    name = member.__name;
  }
  void element(const __autoscope_class &container, uint32_t index, const char *text, uint64_t number) {
    switch (container.__kind) {
    case __autoscope_class_optional:
      return;
    case __autoscope_class_texts:
      name += "[" + quoted(text, number) + "]";
      return;
    case __autoscope_class_numbers:
      name += "[" + std::to_string(static_cast<int64_t>(number)) + "]";
      return;
    default:
      name += "[" + std::to_string(index) + "]";
    }
  }
  void remembered(uint32_t) {}
};

bool holdsElements(const __autoscope_class &type) {
  return !isObject(type) && type.__kind != __autoscope_class_pointer && type.__kind != __autoscope_class_owner;
}

// The last choice of an element on a way; way.length if there is none.
uint32_t lastElement(const Seen &parent, const Way &way) {
  const __autoscope_class *type = parent.type;
  uint32_t last = way.length;
  for (uint32_t i = 0; i < way.length && type;) {
    if (isObject(*type)) {
      if (way.choices[i] >= type->__count)
        return way.length;
      type = type->__members[way.choices[i++]].__type;
    } else if (holdsElements(*type)) {
      last = i++;
      type = type->__element;
    } else {
      type = type->__element;
    }
  }
  return last;
}

}  // namespace

const __autoscope_class *describedClass(const __autoscope_site &site) {
  constexpr size_t needed = offsetof(__autoscope_site, __class) + sizeof site.__class;
  if (site.__size < needed || !site.__class || site.__class->__size < sizeof(__autoscope_class))
    return nullptr;
  return site.__class;
}

bool isSameObject(const Seen &one, const Seen &other) {
  auto isAt = [](const Seen &known, const Seen &asked) {
    return asked.type && ObjectIdentity(known).isAt(static_cast<const char *>(asked.object), *asked.type, Reach::Owned);
  };
  return isAt(one, other) || isAt(other, one);
}

bool ClassWalk::find(const Seen &child, const Way &hint, Way &way) {
  steps_ = 0;
  way = Way();
  if (!parent_.type)
    return false;
  ObjectIdentity identity(child);
  if (!findBeside(identity, hint, way) && !searchWay(parent_, identity, way, steps_))
    return false;
  Marks marks;
  follow(parent_, way, remembered_, marks);
  way.mark = marks.mark;
  return true;
}

// Children that lie in a row tend to be called in a row.
bool ClassWalk::findBeside(const ObjectIdentity &child, const Way &hint, Way &way) {
  uint32_t element = hint.length ? lastElement(parent_, hint) : 0;
  for (int neighbour : {1, -1}) {
    if (element >= hint.length || (neighbour < 0 && hint.choices[element] == 0))
      return false;
    way = hint;
    way.choices[element] += static_cast<uint32_t>(neighbour);
    Place place = follow(parent_, way, remembered_, Marks());
    ++steps_;
    if (place.at && child.isAt(place.at, *place.type, Reach::Referred)) {
      way.at = place.at;
      return true;
    }
  }
  return false;
}

bool ClassWalk::leadsTo(const Way &way) const {
  Marks marks;
  return parent_.type && follow(parent_, way, remembered_, marks).at == way.at && marks.mark == way.mark;
}

bool ClassWalk::leadsToByMemory(const Way &way) const {
  Marks marks;
  return parent_.type && follow(parent_, way, nullptr, marks, /*walks=*/false).at == way.at && marks.mark == way.mark;
}

std::vector<Component> ClassWalk::describe(const Way &way) const {
  std::vector<Component> components;
  std::string name;
  if (parent_.type)
    follow(parent_, way, nullptr, Names{components, name});
  components.push_back({name, nullptr});
  return components;
}

}  // namespace autoscope::modules
