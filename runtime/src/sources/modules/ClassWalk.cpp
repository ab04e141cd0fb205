#include "sources/modules/ClassWalk.h"

#include "sources/modules/ObjectIdentity.h"

namespace autoscope::modules {

namespace {

using Reach = ObjectIdentity::Reach;

constexpr size_t longestKey = 64;  // of a map, as far as a name shows it

const char *pointerAt(const char *holder, const __autoscope_class &type) {
  return readAt<const char *>(holder + type.__first);
}

// Null: nowhere.
struct Place {
  const char *at = nullptr;
  const __autoscope_class *type = nullptr;
};

struct Elements {
  const char *first = nullptr;
  uint64_t count = 0;
};

// Of an array or a vector; what the vector says is believed only if it makes sense.
Elements elementsOf(const char *container, const __autoscope_class &type) {
  uint64_t size = type.__element->__bytes;
  if (type.__kind == __autoscope_class_array)
    return {container + type.__first, type.__count};
  auto begin = readAt<const char *>(container + type.__first), end = readAt<const char *>(container + type.__count);
  auto bytes = static_cast<uint64_t>(end - begin);
  if (!begin || end < begin || size == 0 || bytes % size != 0)
    return {};
  return {begin, bytes / size};
}

bool isObject(const __autoscope_class &type) {
  return type.__kind == __autoscope_class_object;
}

bool hasPlainElements(const __autoscope_class &type) {
  return type.__kind == __autoscope_class_array || type.__kind == __autoscope_class_vector;
}

// Calls `visit(element, index, text, number)` for each element of a container that is walked, until it returns true.
template <class Visit> bool walk(const char *container, const __autoscope_class &type, Visit visit) {
  struct Context {
    Visit &visit;
    uint32_t index;
    bool stopped;
  } context = {visit, 0, false};
  if (type.__walk)
    type.__walk(
        container,
        [](void *opaque, const void *element, const char *text, __autoscope_u64 number) {
          auto &own = *static_cast<Context *>(opaque);
          own.stopped = own.visit(static_cast<const char *>(element), own.index++, text, number);
          return own.stopped;
        },
        &context);
  return context.stopped;
}

std::string quoted(const char *text, uint64_t length) {
  std::string key = "\"";
  for (uint64_t i = 0; i < length && i < longestKey; ++i) {
    if (text[i] == '"' || text[i] == '\\')
      key += '\\';
    key += static_cast<unsigned char>(text[i]) < ' ' ? '?' : text[i];
  }
  return key + (length > longestKey ? "...\"" : "\"");
}

class Search {
public:
  Search(const Seen &parent, const ObjectIdentity &child, Way &way) : parent_(parent), child_(child), way_(way) {}

  bool run() {
    auto start = static_cast<const char *>(parent_.object);
    for (hopsAllowed_ = 0; hopsAllowed_ <= mostHops; ++hopsAllowed_) {
      wasCut_ = false;
      for (bool refer : {false, true}) {
        referring_ = refer;
        if (refer && !sawReference_)
          continue;
        if (members(start, *parent_.type))
          return true;
        if (steps_ >= mostSteps)
          return false;
      }
      if (!wasCut_)
        return false;
    }
    return false;
  }

  uint32_t steps() const { return steps_; }

private:
  bool choose(uint32_t choice) {
    if (way_.length == longestWay)
      return false;
    way_.choices[way_.length++] = choice;
    return true;
  }

  bool found(const char *at) {
    way_.at = at;
    return true;
  }

  bool members(const char *object, const __autoscope_class &type) {
    for (uint64_t i = 0; i < type.__count && steps_ < mostSteps; ++i) {
      const __autoscope_member &member = type.__members[i];
      if (!choose(static_cast<uint32_t>(i)))
        return false;
      // A base is no other object.
      if (isBase(member) ? members(baseAt(object, member), *member.__type)
                         : value(object + member.__offset, *member.__type))
        return true;
      --way_.length;
    }
    return false;
  }

  bool value(const char *at, const __autoscope_class &type) {
    ++steps_;
    switch (type.__kind) {
    case __autoscope_class_object:
      if (!referring_ && child_.isAt(at, type, Reach::InPlace))
        return found(at);
      return type.__flags & __autoscope_class_module ? hop(at, type) : members(at, type);
    case __autoscope_class_pointer: {
      sawReference_ = true;
      const char *to = referring_ ? pointerAt(at, type) : nullptr;
      return to && child_.isAt(to, *type.__element, Reach::Referred) && found(to);
    }
    case __autoscope_class_owner: {
      const char *to = pointerAt(at, type);
      if (!to)
        return false;
      if (!isObject(*type.__element))
        return value(to, *type.__element);
      if (!referring_ && child_.isAt(to, *type.__element, Reach::Owned))
        return found(to);
      return hop(to, *type.__element);
    }
    case __autoscope_class_array:
    case __autoscope_class_vector: {
      Elements elements = elementsOf(at, type);
      for (uint64_t i = 0; i < elements.count && steps_ < mostSteps; ++i)
        if (element(elements.first + i * type.__element->__bytes, type, static_cast<uint32_t>(i)))
          return true;
      return false;
    }
    default:
      return walk(at, type,
                  [&](const char *inner, uint32_t index, const char *, uint64_t) {
                    return steps_ >= mostSteps || element(inner, type, index);
                  }) &&
             way_.at;
    }
  }

  bool element(const char *at, const __autoscope_class &container, uint32_t index) {
    if (!choose(index))
      return false;
    if (value(at, *container.__element))
      return true;
    --way_.length;
    return false;
  }

  // Into an object that is a module or lies elsewhere.
  bool hop(const char *object, const __autoscope_class &type) {
    if (type.__count == 0)
      return false;
    if (hops_ == hopsAllowed_) {
      wasCut_ = true;
      return false;
    }
    // In a circle. By the class, too: the first member lies where the object does.
    if (object == parent_.object && hashOf(type) == parent_.hash)
      return false;
    for (uint32_t i = 0; i < hops_; ++i)
      if (entered_[i].at == object && hashOf(*entered_[i].type) == hashOf(type))
        return false;
    entered_[hops_++] = {object, &type};
    bool result = members(object, type);
    --hops_;
    return result;
  }

  const Seen &parent_;
  const ObjectIdentity &child_;
  Way &way_;
  uint32_t steps_ = 0;
  uint32_t hops_ = 0, hopsAllowed_ = 0;
  Place entered_[mostHops] = {};
  bool referring_ = false;  // this time pointers that own nothing are looked at, and only they
  bool sawReference_ = false;
  bool wasCut_ = false;
};

// `name` is told what each step is called.
template <class Name> Place follow(const Seen &parent, const Way &way, Name name) {
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

struct NoNames {
  void member(const __autoscope_class &, const __autoscope_member &) {}
  void element(const __autoscope_class &, uint32_t, const char *, uint64_t) {}
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
      last = hasPlainElements(*type) ? i : way.length;  // the n-th of a list takes n steps
      ++i;
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
  way.length = 0;
  if (!parent_.type)
    return false;
  ObjectIdentity identity(child);
  uint32_t element = hint.length ? lastElement(parent_, hint) : 0;
  for (int neighbour : {1, -1}) {
    if (element >= hint.length || (neighbour < 0 && hint.choices[element] == 0))
      break;
    way = hint;
    way.choices[element] += static_cast<uint32_t>(neighbour);
    Place place = follow(parent_, way, NoNames());
    ++steps_;
    if (place.at && identity.isAt(place.at, *place.type, Reach::Referred)) {
      way.at = place.at;
      return true;
    }
  }
  way = Way();
  Search search(parent_, identity, way);
  bool found = search.run();
  steps_ += search.steps();
  if (!found)
    way = Way();
  return found;
}

bool ClassWalk::leadsTo(const Way &way) const {
  return parent_.type && follow(parent_, way, NoNames()).at == way.at;
}

std::vector<Component> ClassWalk::describe(const Way &way) const {
  std::vector<Component> components;
  std::string name;
  if (parent_.type)
    follow(parent_, way, Names{components, name});
  components.push_back({name, nullptr});
  return components;
}

}  // namespace autoscope::modules
