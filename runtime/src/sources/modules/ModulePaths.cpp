#include "sources/modules/ModulePaths.h"

#include "hot/OpenModules.h"
#include "hot/SiteFlags.h"
#include "hot/ThreadState.h"
#include "hot/Uninterrupted.h"
#include "sources/modules/PathTable.h"
#include "sources/modules/Readings.h"
#include "sources/modules/TypeName.h"
#include "sources/torch/BridgeLoader.h"

#include <new>
#include <unistd.h>
#include <utility>

namespace autoscope::modules {

namespace {
// Objects of one type below one path that get a number of their own; a program that makes modules without end would
// fill the name table.
constexpr uint32_t mostSiblings = 4096;
constexpr size_t longestName = 512;
// A module that nothing leads to is looked for again in each call of its parent, since it may have moved there, but not
// so often that it costs: one call of any module for so many steps of the search.
constexpr uint32_t stepsPerCall = 64;

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

// A class that derives from torch::nn::Module has a virtual table, and where it is called its site may say no more.
bool hasTable(const __autoscope_site &site, const void *torchModule) {
  const __autoscope_class *described = describedClass(site);
  return torchModule || (described && isDynamic(*described));
}
}  // namespace

// What a path depends on: the module that is running (path and torch pointer; 0 and null at the outermost) and the one
// that is entered. `base` is its torch::nn::Module *, null for others.
struct ModulePaths::Child {
  const hot::ThreadSlot &slot;
  uint32_t parentPath;
  const void *parentBase;
  Running parent;
  const void *object;
  const void *base;
  const __autoscope_site *site;
};

// How a module is reached from the one that runs it.
struct ModulePaths::Route {
  enum Kind : uint32_t { Unknown, Registered, OnWay, Held } kind = Unknown;
  bool isCertain = true;  // else it is looked for again in the parent's next call
  uint32_t length = 0;    // of `registered`
  uint64_t mark = 0;      // of the names it goes by
  struct NotFound {
    const void *parent;  // the object that does not lead to it
    uint64_t lookAgain;  // at this call of a module
  };
  union {
    torch_bridge::Index registered[torch_bridge::longestChain];
    Way way;
    HeldPlace held;
    NotFound unknown;
  };

  Route() : unknown() {}
};

struct ModulePaths::ThreadCache : PathTable<Route> {
  explicit ThreadCache(const ModulePaths &paths) : owner(paths), readings(*this) {
    recheck = ModulePaths::recheck;
    bodyBegins = ModulePaths::bodyBegins;
  }

  const ModulePaths &owner;
  Readings readings;
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
  Child child = {slot, 0, nullptr, {0, {}}, object, base, &site};
  uint32_t moduleSites = hot::moduleSitesSoFar();
  cache.readings.forgetClosed(moduleSites);
  uint64_t parentCall = 0;
  if (const record::OpenModule *running = slot.running()) {
    parentCall = cache.begun[slot.innermost() - 1];
    child.parent = runningModule(slot.modules, slot.innermost());
    child.parentPath = running->path;
    child.parentBase = reinterpret_cast<const void *>(running->base);
    if (hot::isSameModule(*running, site, object, base) || isOwnFunction(child))
      return running->path;
  } else {
    cache.beginRound();
  }

  auto [entry, route, known] = cache.place(child.parentPath, object, &site);
  const void *table = hasTable(site, base) ? readAt<const void *>(object) : nullptr;
  if (!known || entry.table != table || (entry.goodUntil < parentCall && !stillNamed(child, route, cache))) {
    entry.path = 0;
    entry = {object, &site, child.parentPath, resolve(child, route, cache), 0, table, moduleSites};
  }
  entry.goodUntil = child.parentPath == 0 ? hot::PathCache::forGood : cache.calls;
  AsksProgram asks;
  cache.readings.begin(slot, entry.path, seen(site, object));
  return entry.path;
}

bool ModulePaths::recheck(hot::PathCache &base, const hot::PathCache::Entry &entry, const record::OpenModule &running,
                          const void *torchModule) {
  auto &cache = static_cast<ThreadCache &>(base);
  const Route &route = cache.routeOf(entry);
  if (!route.isCertain)
    return false;
  const hot::ThreadSlot *slot = hot::ownSlot();
  if (!slot)
    return false;
  const record::OpenModule *modules = slot->modules;
  Running parent = runningModule(modules, static_cast<uint32_t>(&running - modules) + 1);
  bool good = false;
  switch (route.kind) {
  case Route::Registered:
    good = running.base && torchModule &&
           cache.owner.bridge()->leadsTo(reinterpret_cast<const void *>(running.base), route.registered, route.length,
                                         route.mark, torchModule);
    break;
  case Route::OnWay:
    good = leadsTo(parent.module, route.way, Asking::Nobody);
    break;
  case Route::Held:
    good = cache.readings.stillHolds(parent, route.held);
    break;
  case Route::Unknown:
    good = isStillUnknown(route, parent.module.object, cache);
  }
  if (!good)
    return false;
  const_cast<hot::PathCache::Entry &>(entry).goodUntil = cache.calls;
  return true;
}

void ModulePaths::bodyBegins(hot::PathCache &cache, const hot::ThreadSlot &slot) noexcept {
  hot::Uninterrupted uninterrupted;
  try {
    AsksProgram asks;
    Readings &readings = static_cast<ThreadCache &>(cache).readings;
    readings.forgetClosed(hot::moduleSitesSoFar());
    readings.bodyBegins(slot);
  } catch (const std::bad_alloc &) {
    // Then its children are named without what it holds.
  }
}

void ModulePaths::threadEnds() noexcept {
  delete static_cast<ThreadCache *>(hot::threadState.paths);
  hot::threadState.paths = nullptr;
}

// A method of a base or a derived class: the same object, which those see by another address.
bool ModulePaths::isOwnFunction(const Child &child) {
  if (child.parentBase && child.base)
    return false;  // the pointers tell, and differ
  return isSameObject(child.parent.module, seen(*child.site, child.object));
}

bool ModulePaths::stillNamed(const Child &child, Route &route, ThreadCache &cache) const {
  if (!route.isCertain)
    return false;
  switch (route.kind) {
  case Route::Registered:
    return child.parentBase &&
           bridge()->leadsTo(child.parentBase, route.registered, route.length, route.mark, child.base);
  case Route::OnWay: {
    AsksProgram asks;
    return leadsTo(child.parent.module, route.way, Asking::Program);
  }
  case Route::Held:
    return cache.readings.findAgain(child.slot, child.parent, seen(*child.site, child.object), route.held);
  case Route::Unknown:
    return isStillUnknown(route, child.parent.module.object, cache);
  }
  return false;
}

bool ModulePaths::isStillUnknown(const Route &route, const void *parent, const ThreadCache &cache) {
  return route.unknown.parent == parent && cache.calls < route.unknown.lookAgain;
}

uint32_t ModulePaths::resolve(const Child &child, Route &route, ThreadCache &cache) {
  route = Route();
  uint32_t steps = 0;
  if (child.base)
    openBridge();
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (uint32_t path = torchPath(child, route, steps))
      return path;
  }
  if (child.parentPath != 0)
    if (uint32_t path = memberPath(child, route, cache, steps))
      return path;
  route.isCertain = true;
  route.unknown = {child.parent.module.object, cache.calls + steps / stepsPerCall};
  std::lock_guard<std::mutex> lock(mutex_);
  return otherPath(child);
}

// 0: not a registered descendant of the torch module that runs.
uint32_t ModulePaths::torchPath(const Child &child, Route &route, uint32_t &steps) {
  if (!child.base || !child.parentBase || !bridge())
    return 0;
  uint32_t length = bridge()->find(child.parentBase, child.base, route.registered, &route.mark, &steps);
  uint32_t path = child.parentPath;
  for (uint32_t i = 1; i <= length; ++i) {
    char name[longestName], type[longestName];
    bridge()->describe(child.parentBase, route.registered, i, name, type, sizeof name);
    path = intern(path, name, shortType(type, Naming::Torch));
  }
  if (length == 0)
    return 0;
  route.kind = Route::Registered;
  route.length = length;
  return path;
}

// 0: no member of the module that runs leads to it.
uint32_t ModulePaths::memberPath(const Child &child, Route &route, ThreadCache &cache, uint32_t &steps) {
  Readings::Found found;
  {
    AsksProgram asks;
    found = cache.readings.find(child.slot, child.parent, seen(*child.site, child.object));
  }
  steps += found.steps;
  route.isCertain = found.isCertain;
  switch (found.kind) {
  case Readings::Found::Nothing:
    return 0;
  case Readings::Found::OnWay:
    route.kind = Route::OnWay;
    route.way = found.way;
    break;
  case Readings::Found::Held:
    route.kind = Route::Held;
    route.held = found.held;
    break;
  }
  Naming naming = child.base || child.parentBase ? Naming::Torch : Naming::Plain;
  std::lock_guard<std::mutex> lock(mutex_);
  uint32_t path = child.parentPath;
  for (const Component &component : found.names)
    path = intern(path, component.name, component.type ? shortType(component.type, naming) : typeOf(child));
  return path;
}

std::string ModulePaths::typeOf(const Child &child) {
  if (child.base && bridge()) {
    char text[longestName];
    bridge()->typeOf(child.base, text, sizeof text);
    return shortType(text, Naming::Torch);
  }
  Naming naming = child.base ? Naming::Torch : Naming::Plain;
  std::string type;
  if (hasTable(*child.site, child.base))
    type = dynamicType(child.object, describedClass(*child.site));
  return shortType(type.empty() ? hot::infoField(*child.site, hot::InfoField::ModuleType) : type, naming);
}

uint32_t ModulePaths::otherPath(const Child &child) {
  std::string type = typeOf(child);
  if (child.parentPath == 0)
    return intern(0, type, type);

  size_t before = paths_.size();
  uint32_t path = numberedPath(child, type);
  if (paths_.size() > before && child.base && child.parentBase && !bridge())
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

// With no lock of ours held: it takes that of the dynamic linker, and a thread that has it, in a constructor of a
// library, may wait for ours, in a scope or to fork. So it is not waited for without end, either.
void ModulePaths::openBridge() {
  constexpr int patience = 1000;  // ms
  Stage stage = Stage::Closed;
  if (!bridgeStage_.compare_exchange_strong(stage, Stage::Opening)) {
    for (int i = 0; stage != Stage::Tried && !bridgeIsLate_; ++i) {
      if (i == patience)
        bridgeIsLate_ = true;
      usleep(1000);
      stage = bridgeStage_;
    }
    return;
  }
  std::string problem = "torch modules have no names: out of memory";
  try {
    torch_bridge::Loaded loaded = torch_bridge::load();
    bridge_.store(loaded.functions, std::memory_order_release);
    problem = std::move(loaded.problem);
  } catch (const std::bad_alloc &) {
  }
  bridgeStage_ = Stage::Tried;
  if (!bridge())
    listener_.problem(listener_.self, problem);
}

}  // namespace autoscope::modules
