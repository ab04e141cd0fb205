#include "sources/modules/RememberedElements.h"

#include "sources/modules/Containers.h"

namespace autoscope::modules {

namespace {
constexpr size_t mostContainers = 4096;
constexpr uint64_t longestMarkedKey = 64;

bool isPointer(const __autoscope_class &type) {
  return type.__kind == __autoscope_class_pointer || type.__kind == __autoscope_class_owner;
}
}  // namespace

uint32_t keyMark(const __autoscope_class &container, const char *text, uint64_t number) {
  uint32_t hash = 2166136261u;
  if (container.__kind == __autoscope_class_texts) {
    for (uint64_t i = 0; i < number && i < longestMarkedKey; ++i)
      hash = (hash ^ static_cast<unsigned char>(text[i])) * 16777619u;
    return hash;
  }
  return container.__kind == __autoscope_class_numbers ? uint32_t(number ^ number >> 32) * hash : 0;
}

bool RememberedElements::knows(const __autoscope_class &container) {
  const __autoscope_class &element = *container.__element;
  return isObject(element) || (isPointer(element) && isObject(*element.__element));
}

const RememberedElements::Element *RememberedElements::elementAt(const char *container, const __autoscope_class &type,
                                                                 uint32_t index) {
  if (containers_.size() > mostContainers)
    containers_.clear();
  Container &known = containers_[container];
  if (known.readAt < since_ || known.type != &type || index >= known.elements.size()) {
    known.readAt = now_;
    known.type = &type;
    read(container, known);
  }
  return index < known.elements.size() ? &known.elements[index] : nullptr;
}

void RememberedElements::read(const char *container, Container &known) {
  const __autoscope_class &type = *known.type;
  known.elements.clear();
  walk(container, type, [&](const char *element, uint32_t index, const char *text, uint64_t number) {
    const char *object = isPointer(*type.__element) ? pointerAt(element, *type.__element) : element;
    known.elements.push_back({object, keyMark(type, text, number)});
    return index == mostSteps;
  });
}

}  // namespace autoscope::modules
