#include "sources/modules/WaySearch.h"

#include "sources/modules/Containers.h"

namespace autoscope::modules {

namespace {

using Reach = ObjectIdentity::Reach;

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

}  // namespace

bool searchWay(const Seen &parent, const ObjectIdentity &child, Way &way, uint32_t &steps) {
  way = Way();
  Search search(parent, child, way);
  bool found = search.run();
  steps += search.steps();
  if (!found)
    way = Way();
  return found;
}

}  // namespace autoscope::modules
