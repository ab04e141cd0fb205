#include "sources/modules/ModulePaths.h"

#include "hot/SiteFlags.h"
#include "hot/ThreadState.h"
#include "sources/modules/TypeName.h"
#include "sources/torch/BridgeLoader.h"

#include <new>

namespace autoscope::modules {

namespace {
// Objects of one type below one path that get a number of their own; a program that makes modules without end would
// fill the name table.
constexpr uint32_t mostSiblings = 4096;
constexpr size_t longestName = 512;

// A module that calls another function of its own is still the same place in the tree. The address alone does not tell:
// the first member of a class lies where the object itself does.
bool isSameModule(const record::OpenModule &running, const __autoscope_site &site, const void *object,
                  const void *base) {
  if (running.base && base)
    return running.base == reinterpret_cast<uint64_t>(base);
  return running.object == reinterpret_cast<uint64_t>(object) && running.type == hot::typeHashOf(site);
}
}  // namespace

// What a path depends on: the module that is running (path and torch pointer; 0 and null at the outermost) and the one
// that is entered. `base` is its torch::nn::Module *, null for others.
struct ModulePaths::Child {
  uint32_t parentPath;
  const void *parentBase;
  const void *object;
  const void *base;
  const __autoscope_site *site;
};

// How a torch module is reached from the one that runs it.
struct ModulePaths::Chain {
  uint16_t length;  // 0: not a registered child; nothing to check
  uint16_t indexes[torch_bridge::longestChain];
};

struct ModulePaths::ThreadCache : hot::PathCache {
  Chain chains[hot::PathCache::size];  // of the entries
};

uint32_t ModulePaths::pathOf(hot::ThreadSlot &slot, __autoscope_site &site, const void *object,
                             const void *base) noexcept {
  if (!hot::threadState.paths && !(hot::threadState.paths = new (std::nothrow) ThreadCache()))
    return 0;
  auto &cache = static_cast<ThreadCache &>(*hot::threadState.paths);
  Child child = {0, nullptr, object, base, &site};
  if (slot.header.moduleCount == 0) {
    ++cache.round;
  } else {
    const record::OpenModule &running = slot.modules[slot.header.moduleCount - 1];
    if (isSameModule(running, site, object, base))
      return running.path;
    child.parentPath = running.path;
    child.parentBase = reinterpret_cast<const void *>(running.base);
  }

  size_t index = hot::PathCache::indexOf(child.parentPath, object, &site);
  hot::PathCache::Entry &entry = cache.entries[index];
  Chain &chain = cache.chains[index];
  if (!hot::PathCache::isOf(entry, child.parentPath, object, &site) ||
      (entry.goodUntil < cache.round && !stillNamed(child, chain))) {
    try {
      entry = {object, &site, child.parentPath, resolve(child, chain), 0};
    } catch (const std::bad_alloc &) {
      entry.path = 0;
    }
  }
  entry.goodUntil = chain.length == 0 ? hot::PathCache::forGood : cache.round;
  return entry.path;
}

void ModulePaths::threadEnds() noexcept {
  delete static_cast<ThreadCache *>(hot::threadState.paths);
  hot::threadState.paths = nullptr;
}

bool ModulePaths::stillNamed(const Child &child, const Chain &chain) const {
  return child.parentBase && bridge_->leadsTo(child.parentBase, chain.indexes, chain.length, child.base);
}

uint32_t ModulePaths::resolve(const Child &child, Chain &chain) {
  std::lock_guard<std::mutex> lock(mutex_);
  uint32_t path = torchPath(child, chain);
  return path ? path : otherPath(child);
}

// 0: not a registered descendant of the torch module that runs.
uint32_t ModulePaths::torchPath(const Child &child, Chain &chain) {
  chain.length = 0;
  if (!child.base || !child.parentBase || !bridge())
    return 0;
  uint32_t length = bridge_->find(child.parentBase, child.base, chain.indexes);
  uint32_t path = child.parentPath;
  for (uint32_t i = 1; i <= length; ++i) {
    char name[longestName], type[longestName];
    bridge_->describe(child.parentBase, chain.indexes, i, name, type, sizeof name);
    path = intern(path, name, shortType(type, Naming::Torch));
  }
  chain.length = uint16_t(length);
  return length ? path : 0;
}

uint32_t ModulePaths::otherPath(const Child &child) {
  std::string type;
  if (child.base && bridge()) {
    char text[longestName];
    bridge_->typeOf(child.base, text, sizeof text);
    type = shortType(text, Naming::Torch);
  } else {
    type =
        shortType(hot::infoField(*child.site, hot::InfoField::ModuleType), child.base ? Naming::Torch : Naming::Plain);
  }
  if (child.parentPath == 0)
    return intern(0, type, type);

  std::tuple<uint32_t, std::string, const void *> key{child.parentPath, type, child.object};
  auto known = ordinals_.find(key);
  if (known != ordinals_.end())
    return intern(child.parentPath, type + "@" + std::to_string(known->second), type);
  uint32_t &count = siblings_[{child.parentPath, type}];
  if (count == mostSiblings)
    return intern(child.parentPath, type, type);
  ordinals_.emplace(std::move(key), count);
  return intern(child.parentPath, type + "@" + std::to_string(count++), type);
}

uint32_t ModulePaths::intern(uint32_t parent, const std::string &name, const std::string &type) {
  uint32_t &id = paths_[{parent, name, type}];
  if (id == 0) {
    id = ++lastPath_;
    listener_.newPath(listener_.self, id, parent, name, type);
  }
  return id;
}

const torch_bridge::Functions *ModulePaths::bridge() {
  if (!bridgeTried_) {
    bridgeTried_ = true;
    torch_bridge::Loaded loaded = torch_bridge::load();
    bridge_ = loaded.functions;
    if (!bridge_)
      listener_.problem(listener_.self, loaded.problem);
  }
  return bridge_;
}

}  // namespace autoscope::modules
