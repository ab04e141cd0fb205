#include "sources/modules/ModulePaths.h"

#include "hot/OpenModules.h"
#include "hot/SiteFlags.h"
#include "hot/ThreadState.h"
#include "sources/modules/ClassWalk.h"
#include "sources/modules/PathTable.h"
#include "sources/modules/RememberedElements.h"
#include "sources/modules/TypeName.h"
#include "sources/torch/BridgeLoader.h"

#include <new>

namespace autoscope::modules {

namespace {
// Objects of one type below one path that get a number of their own; a program that makes modules without end would
// fill the name table.
constexpr uint32_t mostSiblings = 4096;
constexpr size_t longestName = 512;
// A module that nothing leads to is looked for again, since it may have moved into its parent, but not so often that it
// costs: one call of any module for so many steps of the search.
constexpr uint32_t stepsPerCall = 16;
constexpr uint32_t stepsOfTorch = 4096;  // what a search of libtorch's own tree counts for

// While functions of the program, which its containers may need, are called: scopes in them are nobody's.
class AsksProgram {
public:
  AsksProgram() { hot::threadState.describing = true; }
  ~AsksProgram() { hot::threadState.describing = false; }
  AsksProgram(const AsksProgram &) = delete;
  AsksProgram &operator=(const AsksProgram &) = delete;
};

Seen seen(const __autoscope_site &site, const void *object) {
  return {object, describedClass(site), hot::typeHashOf(site)};
}
}  // namespace

// What a path depends on: the module that is running (path and torch pointer; 0 and null at the outermost) and the one
// that is entered. `base` is its torch::nn::Module *, null for others.
struct ModulePaths::Child {
  uint32_t parentPath;
  const void *parentBase;
  Seen parent;
  const void *object;
  const void *base;
  const __autoscope_site *site;
};

// How a module is reached from the one that runs it.
struct ModulePaths::Route {
  enum Kind : uint32_t { Unknown, Registered, Members } kind;
  uint32_t length;  // of `registered`
  uint64_t mark;    // of the names it goes by
  union {
    torch_bridge::Index registered[torch_bridge::longestChain];
    Way members;
  };
  uint32_t steps;  // it took to find that there is none

  Route() : kind(Unknown), length(0), mark(0), members(), steps(0) {}
};

struct ModulePaths::ThreadCache : PathTable<Route> {
  explicit ThreadCache(const ModulePaths &paths) : owner(paths) { recheck = ModulePaths::recheck; }

  const ModulePaths &owner;
  RememberedElements remembered;
  Way lastWay;                       // that a module was seen at
  const void *lastParent = nullptr;  // from this object on
};

uint32_t ModulePaths::pathOf(hot::ThreadSlot &slot, __autoscope_site &site, const void *object,
                             const void *base) noexcept {
  try {
    if (!hot::threadState.paths)
      hot::threadState.paths = new ThreadCache(*this);
    return findPath(slot, site, object, base);
  } catch (const std::bad_alloc &) {
    return 0;
  }
}

uint32_t ModulePaths::findPath(hot::ThreadSlot &slot, const __autoscope_site &site, const void *object,
                               const void *base) {
  auto &cache = static_cast<ThreadCache &>(*hot::threadState.paths);
  Child child = {0, nullptr, {}, object, base, &site};
  uint64_t parentCall = 0;
  if (slot.header.innermostModule == 0) {
    cache.beginRound();
  } else {
    const record::OpenModule &running = slot.modules[slot.header.innermostModule - 1];
    parentCall = cache.begun[slot.header.innermostModule - 1];
    cache.remembered.believeSince(parentCall, cache.calls);
    child.parent = seen(hot::siteOf(running), reinterpret_cast<const void *>(running.object));
    child.parentPath = running.path;
    child.parentBase = reinterpret_cast<const void *>(running.base);
    if (hot::isSameModule(running, site, object, base) || isOwnFunction(child))
      return running.path;
  }

  auto [entry, route, known] = cache.place(child.parentPath, object, &site);
  if (!known || (entry.goodUntil < parentCall && !stillNamed(child, route, cache))) {
    entry.path = 0;
    entry = {object, &site, child.parentPath, resolve(child, route, cache), 0};
  }
  entry.goodUntil = cache.calls;
  if (child.parentPath == 0)
    entry.goodUntil = hot::PathCache::forGood;
  else if (route.kind == Route::Unknown)
    entry.goodUntil += route.steps / stepsPerCall;
  return entry.path;
}

bool ModulePaths::recheck(hot::PathCache &base, const hot::PathCache::Entry &entry, const record::OpenModule &running,
                          const void *torchModule) {
  auto &cache = static_cast<ThreadCache &>(base);
  const Route &route = cache.routeOf(entry);
  bool good = false;
  if (route.kind == Route::Registered)
    good = running.base && torchModule &&
           cache.owner.bridge_->leadsTo(reinterpret_cast<const void *>(running.base), route.registered, route.length,
                                        route.mark, torchModule);
  else if (route.kind == Route::Members)
    good = ClassWalk(seen(hot::siteOf(running), reinterpret_cast<const void *>(running.object)))
               .leadsToByMemory(route.members);
  if (good)
    const_cast<hot::PathCache::Entry &>(entry).goodUntil = cache.calls;
  return good;
}

void ModulePaths::threadEnds() noexcept {
  delete static_cast<ThreadCache *>(hot::threadState.paths);
  hot::threadState.paths = nullptr;
}

// A method of a base or a derived class: the same object, which those see by another address.
bool ModulePaths::isOwnFunction(const Child &child) {
  if (child.parentBase && child.base)
    return false;  // the pointers tell, and differ
  return isSameObject(child.parent, seen(*child.site, child.object));
}

bool ModulePaths::stillNamed(const Child &child, const Route &route, ThreadCache &cache) const {
  switch (route.kind) {
  case Route::Registered:
    return child.parentBase &&
           bridge_->leadsTo(child.parentBase, route.registered, route.length, route.mark, child.base);
  case Route::Members: {
    AsksProgram asks;
    if (!ClassWalk(child.parent, &cache.remembered).leadsTo(route.members))
      return false;
    cache.lastWay = route.members;
    cache.lastParent = child.parent.object;
    return true;
  }
  case Route::Unknown:
    break;
  }
  return false;
}

uint32_t ModulePaths::resolve(const Child &child, Route &route, ThreadCache &cache) {
  route = Route();
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (uint32_t path = torchPath(child, route))
      return path;
  }
  if (uint32_t path = memberPath(child, route, cache))
    return path;
  std::lock_guard<std::mutex> lock(mutex_);
  return otherPath(child);
}

// 0: not a registered descendant of the torch module that runs.
uint32_t ModulePaths::torchPath(const Child &child, Route &route) {
  if (!child.base || !child.parentBase || !bridge())
    return 0;
  uint32_t length = bridge_->find(child.parentBase, child.base, route.registered, &route.mark);
  uint32_t path = child.parentPath;
  for (uint32_t i = 1; i <= length; ++i) {
    char name[longestName], type[longestName];
    bridge_->describe(child.parentBase, route.registered, i, name, type, sizeof name);
    path = intern(path, name, shortType(type, Naming::Torch));
  }
  if (length == 0) {
    route = Route();
    route.steps = stepsOfTorch;
    return 0;
  }
  route.kind = Route::Registered;
  route.length = length;
  return path;
}

// 0: no member of the module that runs leads to it.
uint32_t ModulePaths::memberPath(const Child &child, Route &route, ThreadCache &cache) {
  if (child.parentPath == 0 || !child.parent.type)
    return 0;
  AsksProgram asks;
  ClassWalk walk(child.parent, &cache.remembered);
  Way way;
  bool found =
      walk.find(seen(*child.site, child.object), cache.lastParent == child.parent.object ? cache.lastWay : Way(), way);
  route.steps += walk.steps();
  if (!found)
    return 0;
  route.kind = Route::Members;
  route.members = way;
  cache.lastWay = way;
  cache.lastParent = child.parent.object;
  std::vector<Component> components = walk.describe(way);
  Naming naming = child.base || child.parentBase ? Naming::Torch : Naming::Plain;
  std::lock_guard<std::mutex> lock(mutex_);
  uint32_t path = child.parentPath;
  for (const Component &component : components)
    path = intern(path, component.name, component.type ? shortType(component.type, naming) : typeOf(child));
  return path;
}

std::string ModulePaths::typeOf(const Child &child) {
  if (child.base && bridge()) {
    char text[longestName];
    bridge_->typeOf(child.base, text, sizeof text);
    return shortType(text, Naming::Torch);
  }
  const __autoscope_class *described = describedClass(*child.site);
  if (child.base && described && described->__flags & __autoscope_class_dynamic)
    return shortType(dynamicType(child.object), Naming::Torch);
  return shortType(hot::infoField(*child.site, hot::InfoField::ModuleType), child.base ? Naming::Torch : Naming::Plain);
}

uint32_t ModulePaths::otherPath(const Child &child) {
  std::string type = typeOf(child);
  if (child.parentPath == 0)
    return intern(0, type, type);

  size_t before = paths_.size();
  uint32_t path = numberedPath(child, type);
  if (paths_.size() > before && child.base && child.parentBase && !bridge_)
    listener_.nameLost(listener_.self);
  return path;
}

uint32_t ModulePaths::numberedPath(const Child &child, const std::string &type) {
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
