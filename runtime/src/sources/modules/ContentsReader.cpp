// Contents::read(): one level after the other, so that what is near is found where there is too much to read it all.
#include "sources/modules/Contents.h"

#include <unordered_set>

namespace autoscope::modules {

namespace {

uint64_t mix(uint64_t mark, uint64_t value) {
  mark = (mark ^ value) * 0x9e3779b97f4a7c15ull;
  return mark ^ mark >> 32;
}

uint64_t hashOfText(const char *text, uint64_t length) {
  uint64_t hash = length;
  for (; length >= 8; text += 8, length -= 8)
    hash = mix(hash, readAt<uint64_t>(text));
  for (; length > 0; ++text, --length)
    hash = mix(hash, static_cast<unsigned char>(*text));
  return hash;
}

}  // namespace

class ContentsReader {
public:
  ContentsReader(Contents &to, const Seen &module, Contents::Part part, const Contents::Limits &limits,
                 HeldTypes &types)
      : to_(to), module_(module), part_(part), limits_(limits), types_(types) {}

  void run() {
    std::vector<Place> objects = {{static_cast<const char *>(module_.object), module_.type, none, Region::Own}};
    for (; level_ <= mostHops; ++level_) {
      for (const Place &object : objects)
        members(object);
      // Behind all members: a long container must not hide what is declared after it.
      for (size_t i = 0; i < containers_.size(); ++i)
        elements(Place(containers_[i]));
      containers_.clear();
      objects.swap(next_);
      next_.clear();
      to_.stepsWithin_[level_] = to_.steps_;
    }
  }

private:
  static constexpr uint32_t none = Contents::none;

  struct Place {
    const char *at;
    const __autoscope_class *type;
    uint32_t node;  // that leads here
    Region region;
  };

  bool isChosen(uint32_t member) const { return limits_.members >> member % 64 & 1; }
  bool isWithin(const Place &object) const {
    if (static_cast<int32_t>(level_) < limits_.allHops)
      return true;
    return level_ < limits_.hops && isChosen(to_.firstChoice(object.node));
  }
  bool isExhausted() const { return to_.steps_ >= mostSteps; }
  // Whether a module there is one for this part.
  bool isWanted(Region region) const { return (part_ == Contents::Part::Held) == (region == Region::Held); }
  // Whether there may be such inside.
  bool isRead(const __autoscope_class &type, Region region) {
    return part_ == Contents::Part::Own ? region != Region::Held : types_.mayHold(type, region);
  }

  // none: the way is too long.
  uint32_t choose(uint32_t before, const __autoscope_class &holder, uint32_t choice, uint32_t key = none) {
    ++to_.steps_;
    Contents::Node node;
    uint64_t mark = reinterpret_cast<uint64_t>(module_.type);
    if (before != none) {
      mark = to_.nodes_[before].mark;
      node.length = to_.nodes_[before].length;
      node.container = to_.nodes_[before].container;
    }
    if (node.length++ == longestWay)
      return none;
    node.mark = mix(mix(mark, choice), key == none ? 0 : to_.keys_[key].hash);
    node.holder = &holder;
    node.before = before;
    node.choice = choice;
    node.key = key;
    to_.nodes_.push_back(node);
    return to_.size() - 1;
  }

  enum class Link { Owns, Refers };
  void name(uint32_t node, const char *at, const __autoscope_class &type, const char *complete, Link link) {
    Contents::Node &named = to_.nodes_[node];
    named.at = at;
    named.type = &type;
    named.complete = complete;
    named.rank = static_cast<uint16_t>(level_ * 2 + (link == Link::Refers));
  }

  void members(const Place &object) {
    for (uint64_t i = 0; i < memberCount(*object.type) && !isExhausted(); ++i) {
      const __autoscope_member &member = object.type->__members[i];
      if (object.node == none && limits_.allHops < 0 && !isChosen(static_cast<uint32_t>(i)))
        continue;
      Region region = ofMember(member, object.region);
      if (!isRead(*member.__type, region))
        continue;
      uint32_t node = choose(object.node, *object.type, static_cast<uint32_t>(i));
      if (node == none)
        return;
      if (isBase(member))  // no other object
        members({baseAt(object.at, member), member.__type, node, region});
      else
        value({object.at + member.__offset, member.__type, node, region});
    }
  }

  void value(const Place &place) {
    const __autoscope_class &type = *place.type;
    switch (type.__kind) {
    case __autoscope_class_object: {
      bool isModule = type.__flags & __autoscope_class_module;
      if (isWanted(place.region) && (isModule || isDynamic(type)))
        name(place.node, place.at, type, isDynamic(type) ? place.at : nullptr, Link::Owns);
      if (isModule)
        hop(place);
      else
        members(place);
      return;
    }
    case __autoscope_class_pointer:
      if (const char *to = isWanted(place.region) ? pointerAt(place.at, type) : nullptr)
        name(place.node, to, *type.__element, nullptr, Link::Refers);
      return;
    case __autoscope_class_owner:
      owner(place);
      return;
    case __autoscope_class_optional: {
      Region region = inside(type, place.region);
      if (!isRead(*type.__element, region))
        return;
      walk(place.at, type, [&](const char *at, uint32_t, const char *, uint64_t) {
        if (uint32_t node = choose(place.node, type, 0); node != none)
          value({at, type.__element, node, region});
        return true;
      });
      return;
    }
    default:
      containers_.push_back(place);
    }
  }

  void owner(const Place &place) {
    const __autoscope_class &element = *place.type->__element;
    const char *to = pointerAt(place.at, *place.type);
    if (!to)
      return;
    Region region = behindOwner(place.region);
    if (!isObject(element)) {
      if (isRead(element, region))
        value({to, &element, place.node, region});
      return;
    }
    // In a vector it may be compared at any time, but only now and then be asked for its complete object.
    bool isAlive = region == Region::Own || part_ == Contents::Part::Held;
    if (isWanted(place.region) || (isAlive && isDynamic(element) && place.region == Region::Elements))
      name(place.node, to, element, isAlive && isDynamic(element) ? completeObject(to) : nullptr, Link::Owns);
    if (isRead(element, region))
      hop({to, &element, place.node, region});
  }

  // What lies elsewhere may be gone before the call ends, and cannot be looked at again. An array has no fields.
  void mark(const Place &container) {
    auto object = static_cast<const char *>(module_.object);
    uint64_t bytes = container.type->__bytes;
    bool isInModule = container.at >= object && container.at + bytes <= object + module_.type->__bytes;
    if (part_ != Contents::Part::Held || !isInModule || container.type->__kind == __autoscope_class_array)
      return;
    to_.nodes_[container.node].container = static_cast<uint32_t>(to_.containers_.size());
    to_.containers_.push_back({container.at, bytes, markOfBytes(container.at, bytes)});
  }

  void elements(const Place &container) {
    const __autoscope_class &type = *container.type;
    Region region = inside(type, container.region);
    if (!isRead(*type.__element, region))
      return;
    mark(container);
    if (hasPlainElements(type)) {
      Elements all = elementsOf(container.at, type);
      for (uint64_t i = 0; i < all.count && !isExhausted(); ++i)
        if (uint32_t node = choose(container.node, type, static_cast<uint32_t>(i)); node != none)
          value({all.first + i * type.__element->__bytes, type.__element, node, region});
      return;
    }
    walk(container.at, type, [&](const char *at, uint32_t index, const char *text, uint64_t number) {
      if (uint32_t node = choose(container.node, type, index, keyOf(type, text, number)); node != none)
        value({at, type.__element, node, region});
      return isExhausted();
    });
  }

  uint32_t keyOf(const __autoscope_class &container, const char *text, uint64_t number) {
    if (container.__kind == __autoscope_class_numbers) {
      to_.keys_.push_back({number, mix(1, number), 0});
    } else if (container.__kind == __autoscope_class_texts) {
      to_.keys_.push_back({number, hashOfText(text, number), to_.texts_.size()});
      to_.texts_.append(text, number < longestKey ? number : longestKey);
    } else {
      return none;
    }
    return static_cast<uint32_t>(to_.keys_.size() - 1);
  }

  // Into an object that is a module or lies elsewhere, once.
  void hop(const Place &object) {
    if (!hasFields(*object.type) || !isWithin(object))
      return;
    // By the class, too: the first member lies where the object does.
    if (object.at == module_.object && hashOf(*object.type) == module_.hash)
      return;
    if (entered_.insert(reinterpret_cast<uint64_t>(object.at) << 24 ^ hashOf(*object.type)).second)
      next_.push_back(object);
  }

  Contents &to_;
  const Seen &module_;
  const Contents::Part part_;
  const Contents::Limits limits_;
  HeldTypes &types_;
  uint32_t level_ = 0;
  std::vector<Place> containers_, next_;
  std::unordered_set<uint64_t> entered_;
};

void Contents::read(const Seen &module, Part part, const Limits &limits, HeldTypes &types) {
  module_ = module;
  nodes_.clear();
  keys_.clear();
  containers_.clear();
  texts_.clear();
  isIndexed_ = false;
  finds_ = 0;
  steps_ = 0;
  if (module.type)
    ContentsReader(*this, module_, part, limits, types).run();
}

}  // namespace autoscope::modules
