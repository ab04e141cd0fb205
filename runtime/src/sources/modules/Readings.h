// What the modules that run on a thread lead to: read when, and how much of it, so that no name costs more than it
// must.
//
// What a module holds in lists, maps and the like is read when its call begins and kept for that call (Region.h says
// why not later): all of it that takes few steps. Of what takes many, all in the first call at a place of the tree,
// afterwards only the members through which modules were found and those that have changed, and all again in the call
// after one in which a module was not found.
// Its own fields are read when a child begins that is not known by them. One object per thread, used marked busy;
// `stillHolds` also without.
#pragma once

#include "hot/OpenModules.h"
#include "hot/PathCache.h"
#include "hot/ThreadSlot.h"
#include "sources/modules/Contents.h"

#include <array>
#include <memory>
#include <unordered_map>

namespace autoscope::modules {

inline Seen seen(const record::OpenModule &module) {
  const __autoscope_site &site = hot::siteOf(module);
  return {reinterpret_cast<const void *>(module.object), describedClass(site), hot::typeHashOf(site)};
}

// The module that runs innermost: at which depth it is open, and as which class. Of the methods of one object that call
// each other at one place it is the outermost one of the most derived class, which knows the members of its bases, too.
struct Running {
  uint32_t depth;
  Seen module;
};
Running mostDerived(const record::OpenModule *modules, Running running);

inline Running runningModule(const record::OpenModule *modules, uint32_t innermost) {
  const record::OpenModule &module = modules[innermost - 1];
  Running running = {innermost - 1, seen(module)};
  bool isOwnFunction = module.around && modules[module.around - 1].path == module.path;
  return isOwnFunction ? mostDerived(modules, running) : running;
}

// A module among what was read when the call of the one around it began.
struct HeldPlace {
  const char *at = nullptr;
  uint64_t mark = 0;  // of the way to it
  uint32_t node = 0;  // where it was last
};

class Readings {
public:
  explicit Readings(hot::PathCache &cache) : cache_(cache) {}

  // Before any other call of these: how many sites of modules there are now (PathCache).
  void forgetClosed(uint32_t moduleSites);

  // The call of a module begins, before any code of its body runs.
  void begin(const hot::ThreadSlot &slot, uint32_t path, const Seen &module);
  // The body of the innermost module has taken the caller's scope over, and perhaps knows the class better.
  void bodyBegins(const hot::ThreadSlot &slot);

  struct Found {
    enum Kind { Nothing, OnWay, Held } kind = Nothing;
    Way way;
    HeldPlace held;
    std::vector<Component> names;
    bool isCertain = false;  // else something nearer may show once all can be read
    uint32_t steps = 0;      // it took
  };
  Found find(const hot::ThreadSlot &slot, const Running &parent, const Seen &child);

  // Does the same way still lead there in this call?
  bool stillHolds(const Running &parent, const HeldPlace &place) const;
  // The same, also where it has to be looked for.
  bool findAgain(const hot::ThreadSlot &slot, const Running &parent, const Seen &child, HeldPlace &place);

private:
  // What is known of a place in the tree.
  static constexpr uint32_t firstIdle = 16;
  struct Habit {
    uint64_t members = 0;           // that held modules when all was read, or have changed since
    uint64_t used = 0;              // those of them through which modules were found lately
    uint32_t age = 0;               // calls that `used` is of
    uint32_t mostIdle = firstIdle;  // calls until a member is given up; more with each that was wanted again
    int32_t allHops = -1;           // as far as reading all takes few steps
    uint32_t hops = 0;              // that such modules were away
    uint32_t waited = 0;            // calls since all of it was to be read
    uint32_t allSteps = 0;
    bool mayHold = false;      // there is something to read at all
    uint32_t moduleSites = 0;  // when that was asked
    bool wantsAll = false;
    std::vector<uint64_t> marks;       // of each member's own bytes
    std::vector<const char *> missed;  // addresses of modules that were not found
  };
  // A running module.
  struct Open {
    uint64_t call = 0;     // what is said here is of that call only
    uint32_t hash = 0;     // of the class
    uint64_t ownCall = 0;  // the same of `own`
    Contents own, read;
    Contents *held = nullptr;  // `read`, or that of a call of the same object further out
    Habit *habit = nullptr;
    bool hasAll = false;
    uint32_t ownSteps = 0;
  };

  struct Beginning {
    uint32_t depth, around, path;
    uint64_t call;
  };
  void begin(const hot::ThreadSlot &slot, const Beginning &at, const Seen &module);
  Open &prepare(uint32_t depth, uint64_t call, Habit &habit, const Seen &module);
  Open &openOf(const hot::ThreadSlot &slot, const Running &parent);
  struct OuterCall {
    bool runs = false;
    const Open *open = nullptr;  // null: nothing was read for it
  };
  OuterCall outerCall(const hot::ThreadSlot &slot, uint32_t around, const Seen &module) const;
  Habit &habitOf(uint32_t path, const Seen &module);
  void readHeld(Open &open, const Seen &module);
  uint32_t findOwn(Open &open, const Seen &parent, const ObjectIdentity &child);
  static uint32_t findHeld(const Open &open, const ObjectIdentity &child);
  static void use(Open &open, uint32_t node);
  static void miss(Habit &habit, const ObjectIdentity &child);
  static void countSteps(Habit &habit, const Contents &read, uint32_t hops);
  static void learn(Open &open);
  uint64_t changedMembers(Habit &habit, const Seen &module);

  hot::PathCache &cache_;
  uint32_t moduleSites_ = 0;
  HeldTypes types_;                                           // by address, so of what is loaded
  std::array<std::unique_ptr<Open>, record::maxDepth> open_;  // by depth; a signal handler may interrupt a reader
  std::unordered_map<uint64_t, Habit> habits_;                // by path and class
};

}  // namespace autoscope::modules
