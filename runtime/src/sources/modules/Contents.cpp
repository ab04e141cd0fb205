#include "sources/modules/Contents.h"

#include <cstdio>
#include <string_view>

namespace autoscope::modules {

namespace {

using Memory = ObjectIdentity::Memory;

constexpr uint32_t fewNodes = 16;  // to look through without an index, as all are for one module

void addBases(AddressIndex &index, const char *object, const __autoscope_class &type, uint32_t node) {
  for (uint64_t i = 0; i < memberCount(type) && isBase(type.__members[i]); ++i) {
    const __autoscope_member &base = type.__members[i];
    if (isVirtualBase(base))
      continue;
    if (base.__offset != 0)
      index.add(object + base.__offset, node);
    addBases(index, object + base.__offset, *base.__type, node);
  }
}

std::string quoted(std::string_view begin, uint64_t length, uint64_t hash) {
  std::string key = "\"";
  for (char c : begin) {
    if (c == '"' || c == '\\')
      key += '\\';
    key += static_cast<unsigned char>(c) < ' ' ? '?' : c;
  }
  if (length > begin.size()) {
    // Another key may begin alike.
    char rest[16];
    snprintf(rest, sizeof rest, "...#%08x", static_cast<unsigned>(hash ^ hash >> 32));
    key += rest;
  }
  return key + "\"";
}

}  // namespace

void Contents::index() {
  index_.clear();
  for (uint32_t i = 0; i < nodes_.size(); ++i) {
    const Node &node = nodes_[i];
    if (!node.at)
      continue;
    index_.add(node.at, i);
    if (node.complete && node.complete != node.at)
      index_.add(node.complete, i);
    addBases(index_, node.at, *node.type, i);
  }
  index_.finish();
  isIndexed_ = true;
}

uint32_t Contents::find(const ObjectIdentity &child) {
  uint32_t best = none;
  auto consider = [&](uint32_t i) {
    const Node &node = nodes_[i];
    bool isNearer = best == none || node.rank < nodes_[best].rank || (node.rank == nodes_[best].rank && i < best);
    if (node.at && isNearer && child.isAt(node.at, *node.type, node.complete, Memory::PerhapsGone))
      best = i;
  };
  if (nodes_.size() <= fewNodes || finds_++ == 0) {
    for (uint32_t i = 0; i < nodes_.size(); ++i)
      consider(i);
    return best;
  }
  if (!isIndexed_)
    index();
  child.eachAddress([&](const char *address) { index_.eachAt(address, consider); });
  return best;
}

bool Contents::isUnchanged(uint32_t node) const {
  if (nodes_[node].container == none)
    return true;
  const Container &container = containers_[nodes_[node].container];
  return markOfBytes(container.at, container.bytes) == container.mark;
}

uint32_t Contents::firstChoice(uint32_t node) const {
  while (nodes_[node].before != none)
    node = nodes_[node].before;
  return nodes_[node].choice;
}

Way Contents::wayTo(uint32_t node) const {
  Way way;
  way.length = nodes_[node].length;
  way.at = nodes_[node].at;
  for (uint32_t i = way.length; i-- > 0; node = nodes_[node].before)
    way.choices[i] = nodes_[node].choice;
  return way;
}

std::string Contents::nameOf(const Node &element) const {
  if (element.holder->__kind == __autoscope_class_optional)
    return "";
  if (element.key == none)
    return "[" + std::to_string(element.choice) + "]";
  const Key &key = keys_[element.key];
  if (element.holder->__kind == __autoscope_class_numbers)
    return "[" + std::to_string(static_cast<int64_t>(key.number)) + "]";
  size_t shown = key.number < longestKey ? key.number : longestKey;
  return "[" + quoted(std::string_view(texts_).substr(key.text, shown), key.number, key.hash) + "]";
}

// Bases and unnamed members say no name, and are of the class that the last name leads to.
std::vector<Component> Contents::describe(uint32_t node) const {
  std::vector<uint32_t> way;
  for (uint32_t at = node; at != none; at = nodes_[at].before)
    way.push_back(at);
  std::vector<Component> components;
  std::string name;
  const char *type = nullptr;
  for (size_t i = way.size(); i-- > 0;) {
    const Node &step = nodes_[way[i]];
    if (!isObject(*step.holder)) {
      name += nameOf(step);
      continue;
    }
    if (!type && !name.empty())
      type = step.holder->__name;
    const __autoscope_member &member = step.holder->__members[step.choice];
    if (!member.__name)
      continue;
    if (!name.empty())
      components.push_back({name, type});
    name = member.__name;
    type = nullptr;
  }
  components.push_back({name, nullptr});
  return components;
}

}  // namespace autoscope::modules
