// libautoscope-torch.so: see Bridge.h. Compiled with -DNDEBUG against the user's libtorch; refers to no symbol of it,
// so that it can be opened whatever library of the process holds torch.
#include "sources/torch/Bridge.h"

#include <torch/nn/module.h>

#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <typeinfo>

namespace {

using autoscope::torch_bridge::Functions;
using autoscope::torch_bridge::Index;
using autoscope::torch_bridge::longestChain;
using torch::nn::Module;
using Children = torch::OrderedDict<std::string, std::shared_ptr<Module>>;

// named_children() copies names and reference counts at each call, which is too dear for a check per forward. The
// member is private; an explicit instantiation may name it all the same.
const Children &childrenOf(const Module &module);
template <Children Module::*Member> struct Inside {
  friend const Children &childrenOf(const Module &module) { return module.*Member; }
};
template struct Inside<&Module::children_>;

void copyText(const char *from, char *to, size_t capacity) {
  if (capacity == 0)
    return;
  size_t length = strnlen(from, capacity - 1);
  memcpy(to, from, length);
  to[length] = 0;
}

// Not Module::name(): that caches into the module, and two threads may ask.
void writeType(const Module &module, char *type, size_t capacity) {
  const char *mangled = typeid(module).name();
  int status = 0;
  char *plain = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
  copyText(status == 0 ? plain : mangled, type, capacity);
  free(plain);
}

// Depth first, as named_modules() goes.
uint32_t search(const Module &parent, const Module *child, Index *chain, uint32_t depth, uint32_t &steps) {
  Index index = 0;
  for (const auto &item : childrenOf(parent).items()) {
    const Module *candidate = item.value().get();
    chain[depth] = index++;
    ++steps;
    if (candidate == child)
      return depth + 1;
    if (candidate && depth + 1 < longestChain)
      if (uint32_t length = search(*candidate, child, chain, depth + 1, steps))
        return length;
  }
  return 0;
}

template <class Word> uint64_t load(const char *bytes) {
  Word value;
  memcpy(&value, bytes, sizeof value);
  return value;
}

uint64_t mix(uint64_t mark, uint64_t value) {
  mark = (mark ^ value) * 0x9e3779b97f4a7c15ull;
  return mark ^ mark >> 32;
}

// Not std::hash, which is a call per name. Words overlap rather than that bytes are gathered.
uint64_t mixName(uint64_t mark, const std::string &name) {
  const char *bytes = name.data();
  size_t length = name.size();
  mark ^= length << 56;
  if (length >= 8) {
    for (size_t at = 0; at + 8 < length; at += 8)
      mark = mix(mark, load<uint64_t>(bytes + at));
    return mix(mark, load<uint64_t>(bytes + length - 8));
  }
  if (length >= 4)
    return mix(mark, load<uint32_t>(bytes) << 32 | load<uint32_t>(bytes + length - 4));
  uint64_t few = 0;
  for (size_t i = 0; i < length; ++i)
    few = few << 8 | uint8_t(bytes[i]);
  return mix(mark, few);
}

// The module that the chain leads to; null where it leads nowhere. Calls `each` for every child on the way.
template <class Each>
const Children::Item *follow(const Module &parent, const Index *chain, uint32_t length, const Each &each) {
  const Module *module = &parent;
  const Children::Item *item = nullptr;
  for (uint32_t i = 0; i < length; ++i) {
    if (!module)
      return nullptr;
    const auto &items = childrenOf(*module).items();
    if (chain[i] >= items.size())
      return nullptr;
    item = &items[chain[i]];
    module = item->value().get();
    each(*item);
  }
  return item;
}

const Children::Item *itemAt(const Module &parent, const Index *chain, uint32_t length) {
  return follow(parent, chain, length, [](const Children::Item &) {});
}

const Module *markedModule(const Module &parent, const Index *chain, uint32_t length, uint64_t &mark) {
  mark = 0;
  const Children::Item *item = follow(parent, chain, length, [&mark](const Children::Item &child) {
    mark = mixName(mark, child.key());
    if (child.value())
      mark = mix(mark, reinterpret_cast<uint64_t>(&typeid(*child.value())));
  });
  return item ? item->value().get() : nullptr;
}

uint32_t find(const void *parent, const void *child, Index *chain, uint64_t *mark, uint32_t *steps) {
  const auto &from = *static_cast<const Module *>(parent);
  *steps = 0;
  uint32_t length = search(from, static_cast<const Module *>(child), chain, 0, *steps);
  markedModule(from, chain, length, *mark);
  return length;
}

bool leadsTo(const void *parent, const Index *chain, uint32_t length, uint64_t mark, const void *child) {
  uint64_t now;
  return markedModule(*static_cast<const Module *>(parent), chain, length, now) == child && now == mark;
}

void describe(const void *parent, const Index *chain, uint32_t length, char *name, char *type, size_t capacity) {
  copyText("", name, capacity);
  copyText("", type, capacity);
  const Children::Item *item = itemAt(*static_cast<const Module *>(parent), chain, length);
  if (!item)
    return;
  copyText(item->key().c_str(), name, capacity);
  if (item->value())
    writeType(*item->value(), type, capacity);
}

void typeOf(const void *module, char *type, size_t capacity) {
  writeType(*static_cast<const Module *>(module), type, capacity);
}

// torch::nn::Module::named_children() const: its result holds strings, which shows in its name.
#if !defined(_GLIBCXX_USE_CXX11_ABI)
constexpr const char *namedChildren = "";
#elif _GLIBCXX_USE_CXX11_ABI
constexpr const char *namedChildren = "_ZNK5torch2nn6Module14named_childrenB5cxx11Ev";
#else
constexpr const char *namedChildren = "_ZNK5torch2nn6Module14named_childrenEv";
#endif

const Functions functions = {
    autoscope::torch_bridge::bridgeVersion, AUTOSCOPE_TORCH_SONAME, namedChildren, find, leadsTo, describe, typeOf};

}  // namespace

extern "C" __attribute__((visibility("default"))) const Functions *autoscope_torch_bridge() {
  return &functions;
}
