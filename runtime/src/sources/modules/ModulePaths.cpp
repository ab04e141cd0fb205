#include "sources/modules/ModulePaths.h"

#include "hot/SiteFlags.h"
#include "sources/modules/TypeName.h"
#include "sources/torch/BridgeLoader.h"

#include <memory>
#include <new>

namespace autoscope::modules {

namespace {
// Objects of one type below one path that get a number of their own; a program that makes modules without end would fill
// the name table.
constexpr uint32_t mostSiblings = 4096;
constexpr size_t cacheEntries = 512;
constexpr size_t longestName = 512;

// A module that calls another function of its own is still the same place in the tree. The address alone does not tell:
// the first member of a class lies where the object itself does.
bool isSameModule(const record::OpenModule &running, const __autoscope_site &site, const void *object,
                  const void *base) {
  if (running.base && base)
    return running.base == reinterpret_cast<uint64_t>(base);
  return running.object == reinterpret_cast<uint64_t>(object) && running.type == hot::typeHashOf(site);
}
} // namespace

// What a path depends on: the module that is running (path and torch pointer; 0 and null at the outermost) and the one
// that is entered. `base` is its torch::nn::Module *, null for others.
struct ModulePaths::Child {
  uint32_t parentPath;
  const void *parentBase;
  const void *object;
  const void *base;
  const __autoscope_site *site;
};

struct ModulePaths::Cached {
  uint32_t parentPath;
  uint32_t path; // 0: the entry is empty
  const void *object;
  const __autoscope_site *site;
  uint64_t checkedIn; // the round in which the name was last seen to be right
  uint16_t chainLength; // 0: not a registered child; nothing to check
  uint16_t chain[torch_bridge::longestChain];
};

struct ModulePaths::Cache {
  uint64_t round; // calls of an outermost module on this thread
  Cached entries[cacheEntries];
};

__thread ModulePaths::Cache *ModulePaths::cache_ __attribute__((tls_model("initial-exec"))) = nullptr;

uint32_t ModulePaths::pathOf(hot::ThreadSlot &slot, __autoscope_site &site, const void *object,
                             const void *base) noexcept {
  if (!cache_ && !(cache_ = new (std::nothrow) Cache()))
    return 0;
  Child child = {0, nullptr, object, base, &site};
  if (slot.header.moduleCount == 0) {
    ++cache_->round;
  } else {
    const record::OpenModule &running = slot.modules[slot.header.moduleCount - 1];
    if (isSameModule(running, site, object, base))
      return running.path;
    child.parentPath = running.path;
    child.parentBase = reinterpret_cast<const void *>(running.base);
  }

  uint64_t hash = (reinterpret_cast<uint64_t>(object) >> 4 ^ reinterpret_cast<uint64_t>(&site) >> 3 ^
                   uint64_t(child.parentPath) << 7) * 0x9e3779b97f4a7c15ull;
  Cached &cached = cache_->entries[hash >> 55];
  static_assert(cacheEntries == 1u << (64 - 55));
  if (cached.path && cached.object == object && cached.site == &site && cached.parentPath == child.parentPath) {
    if (cached.chainLength == 0 || cached.checkedIn == cache_->round)
      return cached.path;
    if (child.parentBase && bridge_->leadsTo(child.parentBase, cached.chain, cached.chainLength, base)) {
      cached.checkedIn = cache_->round;
      return cached.path;
    }
  }
  try {
    resolve(child, cached);
  } catch (const std::bad_alloc &) {
    cached.path = 0;
  }
  return cached.path;
}

void ModulePaths::threadEnds() noexcept {
  delete cache_;
  cache_ = nullptr;
}

void ModulePaths::resolve(const Child &child, Cached &cached) {
  std::lock_guard<std::mutex> lock(mutex_);
  cached = {child.parentPath, 0, child.object, child.site, cache_->round, 0, {}};
  uint32_t path = torchPath(child, cached);
  cached.path = path ? path : otherPath(child);
}

// 0: not a registered descendant of the torch module that runs.
uint32_t ModulePaths::torchPath(const Child &child, Cached &cached) {
  if (!child.base || !child.parentBase || !bridge())
    return 0;
  uint32_t length = bridge_->find(child.parentBase, child.base, cached.chain);
  uint32_t path = child.parentPath;
  for (uint32_t i = 1; i <= length; ++i) {
    char name[longestName], type[longestName];
    bridge_->describe(child.parentBase, cached.chain, i, name, type, sizeof name);
    path = intern(path, name, shortType(type, Naming::Torch));
  }
  cached.chainLength = uint16_t(length);
  return length ? path : 0;
}

uint32_t ModulePaths::otherPath(const Child &child) {
  std::string type;
  if (child.base && bridge()) {
    char text[longestName];
    bridge_->typeOf(child.base, text, sizeof text);
    type = shortType(text, Naming::Torch);
  } else {
    type = shortType(hot::infoField(*child.site, hot::InfoField::ModuleType),
                     child.base ? Naming::Torch : Naming::Plain);
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

} // namespace autoscope::modules
