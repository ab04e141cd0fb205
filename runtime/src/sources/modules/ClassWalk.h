// Finds the way from a module that runs to another one through what its class holds (abi_classes.h), and gives it a
// name: `layers[3]`, `blocks["enc"]`, `stack.head`.
//
// Called on the thread that runs the parent, marked busy, so that the parent and what it owns is alive and at rest as
// far as this thread is concerned. A pointer that owns nothing may dangle: it is compared and never followed. Nothing
// is kept but the way, which `leadsTo` follows again by comparing addresses. Bounded: a search gives up after
// `mostSteps`.
#pragma once

#include "autoscope/abi.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace autoscope::modules {

constexpr uint32_t mostSteps = 100000;
constexpr uint32_t longestWay = 16;
constexpr uint32_t mostHops = 6;  // through objects that did not run themselves

// Which member of each class and which element of each container, from the parent on.
struct Way {
  uint32_t length = 0;  // 0: none
  uint32_t choices[longestWay];
  const void *at = nullptr;  // what lies at its end: the module, as the last member's type sees it
  uint32_t mark = 0;         // of the keys on it
};

// An object and the class that knows it by that address.
struct Seen {
  const void *object = nullptr;
  const __autoscope_class *type = nullptr;  // may be null
  uint32_t hash = 0;                        // of the class's name, its low 24 bits: hot::typeHashOf(site)
};

// What a site says of its module's class; null if it says nothing.
const __autoscope_class *describedClass(const __autoscope_site &site);

// Are both one object, by its base classes or by its virtual table? Both must be alive.
bool isSameObject(const Seen &one, const Seen &other);

struct Component {
  std::string name;
  const char *type;  // of what the name leads to; null for the last
};

class ObjectIdentity;
class RememberedElements;

class ClassWalk {
public:
  // `remembered` may be null.
  explicit ClassWalk(const Seen &parent, RememberedElements *remembered = nullptr)
      : parent_(parent), remembered_(remembered) {}

  // The nearest way: through the fewest objects that did not run, owning members before pointers that only refer, then
  // in the order of declaration. `hint`: a way that was found last, whose neighbours are tried first.
  bool find(const Seen &child, const Way &hint, Way &way);
  uint32_t steps() const { return steps_; }  // of the last search

  bool leadsTo(const Way &way) const;
  // The same without calling functions of the program, so also false where a container would have to be walked.
  bool leadsToByMemory(const Way &way) const;
  std::vector<Component> describe(const Way &way) const;

private:
  bool findBeside(const ObjectIdentity &child, const Way &hint, Way &way);

  Seen parent_;
  RememberedElements *remembered_;
  uint32_t steps_ = 0;
};

}  // namespace autoscope::modules
