// What a module that runs leads to, read at one moment: the objects, nearest first, and the ways to them with their
// names: `layers[3]`, `blocks["enc"]`, `stack.head`.
//
// Read on the thread that runs the module, marked busy, when the part may be read (Region.h). Afterwards addresses are
// compared and nothing of the program is read. Nearest: through the fewest objects that did not run themselves, then
// what owns an object before what only points to it, then the module's own fields before elements of containers, then
// in the order of declaration. Bounded: reading gives up after `mostSteps`.
#pragma once

#include "sources/modules/AddressIndex.h"
#include "sources/modules/Region.h"
#include "sources/modules/Way.h"

#include <string>
#include <vector>

namespace autoscope::modules {

constexpr uint32_t mostSteps = 100000;
constexpr uint32_t mostHops = 6;   // through objects that did not run themselves
constexpr size_t longestKey = 64;  // of a map, as far as a name shows it

struct Component {
  std::string name;
  const char *type;  // of what the name leads to; null for the last
};

class Contents {
public:
  static constexpr uint32_t none = ~uint32_t(0);

  // A member of a class or an element of a container, and the object that lies there or that it points to.
  struct Node {
    const char *at = nullptr;                   // of the object; null: none that may be a module
    const __autoscope_class *type = nullptr;    // of the object
    const char *complete = nullptr;             // object of that object; null: not known
    const __autoscope_class *holder = nullptr;  // whose choice this is
    uint64_t mark = 0;                          // of all choices and keys up to here
    uint32_t before = none;                     // the node of the holder; none: the module itself
    uint32_t choice = 0;
    uint32_t key = none;
    uint32_t container = none;  // of the module itself, that the way goes through
    uint16_t length = 0;        // of the way
    uint16_t rank = 0;          // the nearer the lower
  };

  enum class Part {
    Own,   // at any time during the call: what is not Region::Held
    Held,  // when the call begins: all else
  };
  // Two: all of it as far as `allHops`, and some members as far as `hops`.
  struct Limits {
    uint64_t members = ~uint64_t(0);  // of the module: those whose number has its bit, counted round
    uint32_t hops = mostHops;
    int32_t allHops = -1;
  };

  void read(const Seen &module, Part part, const Limits &limits, HeldTypes &types);

  // The nearest node of the object; none if there is no such.
  uint32_t find(const ObjectIdentity &child);
  // Whether the container on the way has the fields that it was read with. Else what was in it may be gone, and another
  // object in its place. Reads memory of the module, which must be alive.
  bool isUnchanged(uint32_t node) const;

  const Node &at(uint32_t node) const { return nodes_[node]; }
  uint32_t size() const { return static_cast<uint32_t>(nodes_.size()); }
  uint32_t steps() const { return steps_; }
  // As far as `hops`.
  uint32_t stepsWithin(uint32_t hops) const { return stepsWithin_[hops]; }
  // The member of the module that the way begins with.
  uint32_t firstChoice(uint32_t node) const;
  uint32_t hops(uint32_t node) const { return nodes_[node].rank / 2; }
  Way wayTo(uint32_t node) const;
  std::vector<Component> describe(uint32_t node) const;

private:
  friend class ContentsReader;

  struct Key {
    uint64_t number;  // of a text: its length
    uint64_t hash;
    size_t text;  // where its beginning lies in texts_
  };

  struct Container {
    const char *at;
    uint64_t bytes;
    uint64_t mark;
  };

  std::string nameOf(const Node &element) const;
  void index();

  Seen module_;
  std::vector<Node> nodes_;
  std::vector<Key> keys_;
  std::vector<Container> containers_;
  std::string texts_;
  AddressIndex index_;
  bool isIndexed_ = false;
  uint32_t finds_ = 0;
  uint32_t steps_ = 0;
  uint32_t stepsWithin_[mostHops + 1] = {};
};

}  // namespace autoscope::modules
