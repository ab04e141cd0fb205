// Descriptions of classes (abi_classes.h) written by hand, as the plugin would make them.
#pragma once

#include "sources/modules/ObjectIdentity.h"

#include <cstddef>
#include <string>
#include <sys/mman.h>
#include <vector>

// What Clang and GCC support all the same.
#pragma GCC diagnostic ignored "-Winvalid-offsetof"

namespace autoscope::modules::test {

// Of libstdc++ and libc++: three pointers, the first two of which are begin and end.
constexpr uint64_t vectorEnd = 8;

struct Description {
  std::string name;
  std::vector<__autoscope_member> members;
  __autoscope_class type = {};

  const __autoscope_class *get() const { return &type; }
  void update() {
    type.__size = sizeof type;
    type.__name = name.empty() ? nullptr : name.c_str();
    type.__hash = 2166136261u;
    for (char c : name)
      type.__hash = (type.__hash ^ static_cast<unsigned char>(c)) * 16777619u;
    if (type.__kind == __autoscope_class_object) {
      type.__count = members.size();
      type.__members = members.data();
    }
  }
  Description() = default;
  Description(const Description &other) : name(other.name), members(other.members), type(other.type) { update(); }
  Description &operator=(const Description &) = delete;
};

template <class T> Description object(const char *name, unsigned flags, std::vector<__autoscope_member> members = {}) {
  Description made;
  made.name = name;
  made.members = std::move(members);
  made.type.__flags = flags;
  made.type.__bytes = sizeof(T);
  made.update();
  return made;
}

inline Description holder(unsigned kind, const Description &element, uint64_t bytes) {
  Description made;
  made.type.__kind = kind;
  made.type.__bytes = bytes;
  made.type.__element = element.get();
  made.update();
  return made;
}

inline Description pointer(unsigned kind, const Description &to) {
  return holder(kind, to, 8);
}

inline Description array(const Description &element, uint64_t count) {
  Description made = holder(__autoscope_class_array, element, count * element.type.__bytes);
  made.type.__count = count;
  return made;
}

inline Description vectorOf(const Description &element) {
  Description made = holder(__autoscope_class_vector, element, 24);
  made.type.__count = vectorEnd;
  return made;
}

inline Description walked(unsigned kind, const Description &element,
                          void (*walk)(const void *, __autoscope_visit, void *)) {
  Description made = holder(kind, element, 0);
  made.type.__walk = walk;
  return made;
}

#define FIELD(Class, field, description)                                                                               \
  __autoscope_member{#field, (description).get(), long(offsetof(Class, field)), 0, 0}

inline __autoscope_member baseAt(long offset, const Description &base) {
  return {nullptr, base.get(), offset, __autoscope_member_base, 0};
}

inline Seen seen(const void *object, const Description &type) {
  return {object, type.get(), type.type.__hash & 0xffffff};
}

// Memory that must not be read.
class GuardedPage {
public:
  GuardedPage() : page_(mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {}
  ~GuardedPage() { munmap(page_, 4096); }
  GuardedPage(const GuardedPage &) = delete;
  GuardedPage &operator=(const GuardedPage &) = delete;
  template <class T> T *as() const { return static_cast<T *>(page_); }

private:
  void *page_;
};

}  // namespace autoscope::modules::test
