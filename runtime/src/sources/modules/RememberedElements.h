// What lies in the containers that can only be walked (lists, maps ...), by number: read in one walk for each call of
// the outermost module, where going to each of n elements by itself would take n * n steps.
//
// One object per thread. What it gives are addresses to compare, never to follow: the container may have changed since.
#pragma once

#include "autoscope/abi.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace autoscope::modules {

// Of an element's key, so that another key at the same address is noticed; 0 where elements have none.
uint32_t keyMark(const __autoscope_class &container, const char *text, uint64_t number);

class RememberedElements {
public:
  struct Element {
    const char *object;  // the element or what it points to
    uint32_t mark;
  };

  // What was read since the call of that number began is still believed; `now`: the number of the last call.
  void believeSince(uint64_t call, uint64_t now) {
    since_ = call;
    now_ = now;
  }

  // Whether the elements of the container are objects, or pointers to such.
  static bool knows(const __autoscope_class &container);
  // Null: there is no such element.
  const Element *elementAt(const char *container, const __autoscope_class &type, uint32_t index);

private:
  struct Container {
    const __autoscope_class *type = nullptr;
    uint64_t readAt = 0;
    std::vector<Element> elements;
  };

  void read(const char *container, Container &known);

  uint64_t since_ = 1, now_ = 1;
  std::unordered_map<const char *, Container> containers_;
};

}  // namespace autoscope::modules
