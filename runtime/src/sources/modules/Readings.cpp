#include "sources/modules/Readings.h"

namespace autoscope::modules {

namespace {

// All is read again for a module that nothing leads to, but not so often that it costs.
constexpr uint32_t stepsPerCall = 64;
constexpr uint32_t fewSteps = 64;  // are taken in each call, whatever is found by them
constexpr uint32_t longestIdle = 1u << 20;
constexpr size_t mostMissed = 64;
constexpr uint32_t mostOwnCalls = 32;        // that are looked at, of one that calls itself
constexpr uint32_t mostOwnSteps = 4u << 20;  // in one call, for modules that are added one by one

uint64_t bytesOf(const Seen &module) {
  return module.type ? module.type->__bytes : 0;
}

// The one that runs may have been destroyed meanwhile, unless the other lies in it.
bool isSameAlive(const Seen &runs, const Seen &begins) {
  auto one = static_cast<const char *>(runs.object), other = static_cast<const char *>(begins.object);
  if (one == other)
    return runs.hash == begins.hash || isSameObject(runs, begins);
  bool overlap = one < other ? other < one + bytesOf(runs) : one < other + bytesOf(begins);
  return overlap && isSameObject(runs, begins);
}

}  // namespace

Running mostDerived(const record::OpenModule *modules, Running running) {
  uint32_t depth = running.depth, path = modules[depth].path;
  for (uint32_t i = 0; i < mostOwnCalls && modules[depth].around; ++i) {
    depth = modules[depth].around - 1;
    if (modules[depth].path != path)
      break;
    Seen outer = seen(modules[depth]);
    const Seen &known = running.module;
    if (!known.type || outer.hash == known.hash || (outer.type && hasBase(*outer.type, known.hash)))
      running = {depth, outer};
  }
  return running;
}

// Its containers may be half changed, since a method of the same object is still running: what that found at its begin
// is used, if anything.
Readings::OuterCall Readings::outerCall(const hot::ThreadSlot &slot, uint32_t around, const Seen &module) const {
  OuterCall outer;
  for (; around && !outer.open; around = slot.modules[around - 1].around) {
    if (!isSameAlive(seen(slot.modules[around - 1]), module))
      continue;
    outer.runs = true;
    const Open *open = open_[around - 1].get();
    if (open && open->call == cache_.begun[around - 1])
      outer.open = open;
  }
  return outer;
}

void Readings::forgetClosed(uint32_t moduleSites) {
  if (moduleSites_ == moduleSites)
    return;
  moduleSites_ = moduleSites;
  types_.forget();
}

Readings::Habit &Readings::habitOf(uint32_t path, const Seen &module) {
  auto [at, isNew] = habits_.try_emplace(uint64_t(path) << 32 | module.hash);
  Habit &habit = at->second;
  // A class of the same name in a library that was built and opened anew may hold more than the one before.
  bool isToAsk = !habit.mayHold && (isNew || habit.moduleSites != moduleSites_);
  habit.moduleSites = moduleSites_;
  if (isToAsk && module.type && types_.mayHold(*module.type, Region::Own)) {
    habit.wantsAll = habit.mayHold = true;
    // From now on its calls take the slow path, where begin() is.
    ++cache_.readers[path % hot::PathCache::readerCounts];
  }
  return habit;
}

Readings::Open &Readings::prepare(uint32_t depth, uint64_t call, Habit &habit, const Seen &module) {
  if (!open_[depth])
    open_[depth] = std::make_unique<Open>();
  Open &open = *open_[depth];
  open.call = call;
  open.hash = module.hash;
  open.ownCall = 0;
  open.habit = &habit;
  open.held = nullptr;
  open.hasAll = false;
  return open;
}

void Readings::begin(const hot::ThreadSlot &slot, uint32_t path, const Seen &module) {
  begin(slot, {hot::depthOf(slot.state()), slot.innermost(), path, cache_.calls + 1}, module);
}

void Readings::bodyBegins(const hot::ThreadSlot &slot) {
  uint32_t depth = slot.innermost() - 1;
  const record::OpenModule &body = slot.modules[depth];
  Seen module = seen(body);
  const Open *open = open_[depth].get();
  if (!open || open->call != cache_.begun[depth] || open->hash != module.hash)
    begin(slot, {depth, body.around, body.path, cache_.begun[depth]}, module);
}

void Readings::begin(const hot::ThreadSlot &slot, const Beginning &at, const Seen &module) {
  if (!module.type)
    return;
  Habit &habit = habitOf(at.path, module);
  if (habit.mayHold && !outerCall(slot, at.around, module).runs)
    readHeld(prepare(at.depth, at.call, habit, module), module);
}

// A container that was filled has other fields than before, and so has another object. The bit of each is its number's,
// counted round.
uint64_t Readings::changedMembers(Habit &habit, const Seen &module) {
  auto object = static_cast<const char *>(module.object);
  habit.marks.resize(module.type->__count);
  uint64_t changed = 0;
  for (uint64_t i = 0; i < module.type->__count; ++i) {
    const __autoscope_member &member = module.type->__members[i];
    if (!types_.mayHold(*member.__type, Region::Own))
      continue;
    const char *at = isBase(member) ? baseAt(object, member) : object + member.__offset;
    uint64_t mark = markOfBytes(at, member.__type->__bytes);
    if (habit.marks[i] != mark)
      changed |= uint64_t(1) << i % 64;
    habit.marks[i] = mark;
  }
  return changed;
}

// `hops`: as far as all was read.
void Readings::countSteps(Habit &habit, const Contents &read, uint32_t hops) {
  auto few = static_cast<int32_t>(hops);
  while (few >= 0 && read.stepsWithin(static_cast<uint32_t>(few)) > fewSteps)
    --few;
  habit.wantsAll |= few < habit.allHops;  // they have grown
  habit.allHops = few;
}

// All was read. What was missed is kept for longer than before, so that it is there when it runs the next time.
void Readings::learn(Open &open) {
  Habit &habit = *open.habit;
  const Contents &read = open.read;
  bool isWantedAgain = false;
  for (uint32_t node = 0; node < read.size(); ++node) {
    const Contents::Node &found = read.at(node);
    if (!found.at)
      continue;
    for (const char *missed : habit.missed)
      if (missed == found.at || missed == found.complete) {
        use(open, node);
        isWantedAgain = true;
      }
    if (read.hops(node) <= habit.hops)
      habit.members |= uint64_t(1) << read.firstChoice(node) % 64;
  }
  habit.missed.clear();
  if (isWantedAgain && habit.mostIdle < longestIdle)
    habit.mostIdle *= 2;
}

void Readings::readHeld(Open &open, const Seen &module) {
  Habit &habit = *open.habit;
  if (++habit.age > habit.mostIdle) {
    habit.members = habit.used;
    habit.used = 0;
    habit.age = 0;
  }
  bool isFew = habit.allHops >= static_cast<int32_t>(habit.hops);
  if (!isFew)
    habit.members |= changedMembers(habit, module);
  bool readsAll = habit.allHops == static_cast<int32_t>(mostHops) ||
                  (habit.wantsAll && ++habit.waited * stepsPerCall >= habit.allSteps);
  if (!readsAll && habit.allHops < 0 && !habit.members)
    return;
  open.held = &open.read;
  open.hasAll = readsAll;
  Contents::Limits limits;
  if (!readsAll)
    limits = {habit.members, habit.hops, habit.allHops};
  open.read.read(module, Contents::Part::Held, limits, types_);
  if (readsAll) {
    habit.wantsAll = false;
    habit.waited = 0;
    habit.allSteps = open.read.steps();
    countSteps(habit, open.read, mostHops);
    if (habit.allHops < static_cast<int32_t>(mostHops))
      learn(open);
  } else if (habit.allHops >= 0) {
    countSteps(habit, open.read, static_cast<uint32_t>(habit.allHops));
  }
}

Readings::Open &Readings::openOf(const hot::ThreadSlot &slot, const Running &parent) {
  const auto &[depth, module] = parent;
  if (open_[depth] && open_[depth]->call == cache_.begun[depth] && open_[depth]->hash == module.hash)
    return *open_[depth];
  Open &open = prepare(depth, cache_.begun[depth], habitOf(slot.modules[depth].path, module), module);
  if (const Open *outer = outerCall(slot, slot.modules[depth].around, module).open) {
    open.held = outer->held;
    open.hasAll = outer->hasAll;
  }
  return open;
}

// Fields may have changed since they were read for another child.
uint32_t Readings::findOwn(Open &open, const Seen &parent, const ObjectIdentity &child) {
  if (open.ownCall == open.call) {
    uint32_t node = open.own.find(child);
    bool isRight = node != Contents::none && leadsTo(parent, open.own.wayTo(node), Asking::Program);
    if (isRight || open.ownSteps >= mostOwnSteps)
      return isRight ? node : Contents::none;
  } else {
    open.ownCall = open.call;
    open.ownSteps = 0;
  }
  open.own.read(parent, Contents::Part::Own, {}, types_);
  open.ownSteps += open.own.steps();
  return open.own.find(child);
}

void Readings::use(Open &open, uint32_t node) {
  Habit &habit = *open.habit;
  habit.used |= uint64_t(1) << open.held->firstChoice(node) % 64;
  habit.members |= habit.used;
  if (open.held->hops(node) > habit.hops)
    habit.hops = open.held->hops(node);
}

void Readings::miss(Habit &habit, const ObjectIdentity &child) {
  habit.wantsAll = true;
  child.eachAddress([&](const char *address) {
    if (habit.missed.size() < mostMissed)
      habit.missed.push_back(address);
  });
}

uint32_t Readings::findHeld(const Open &open, const ObjectIdentity &child) {
  uint32_t node = open.held->find(child);
  return node != Contents::none && open.held->isUnchanged(node) ? node : Contents::none;
}

Readings::Found Readings::find(const hot::ThreadSlot &slot, const Running &parent, const Seen &child) {
  Found found;
  if (!parent.module.type)
    return found;
  Open &open = openOf(slot, parent);
  ObjectIdentity identity(child);
  uint32_t own = findOwn(open, parent.module, identity);
  found.steps = open.own.steps();
  uint32_t ownRank = own == Contents::none ? ~uint32_t(0) : open.own.at(own).rank;
  uint32_t held = open.held && ownRank > 0 ? findHeld(open, identity) : Contents::none;
  found.isCertain = ownRank == 0 || open.hasAll || !open.habit->mayHold;
  if (held != Contents::none && open.held->at(held).rank < ownRank) {
    use(open, held);
    found.kind = Found::Held;
    found.held = {open.held->at(held).at, open.held->at(held).mark, held};
    found.names = open.held->describe(held);
  } else if (own != Contents::none) {
    found.kind = Found::OnWay;
    found.way = open.own.wayTo(own);
    found.names = open.own.describe(own);
  }
  if (open.habit->mayHold && found.kind == Found::Nothing)
    miss(*open.habit, identity);
  open.habit->wantsAll |= open.habit->mayHold && !found.isCertain;
  return found;
}

bool Readings::stillHolds(const Running &parent, const HeldPlace &place) const {
  const Open *open = open_[parent.depth].get();
  if (!open || open->call != cache_.begun[parent.depth] || !open->held || place.node >= open->held->size())
    return false;
  const Contents::Node &node = open->held->at(place.node);
  if (node.at != place.at || node.mark != place.mark || !open->held->isUnchanged(place.node))
    return false;
  open->habit->used |= uint64_t(1) << open->held->firstChoice(place.node) % 64;
  return true;
}

bool Readings::findAgain(const hot::ThreadSlot &slot, const Running &parent, const Seen &child, HeldPlace &place) {
  Open &open = openOf(slot, parent);
  if (!open.held)
    return false;
  uint32_t node = findHeld(open, ObjectIdentity(child));
  if (node == Contents::none || open.held->at(node).mark != place.mark)
    return false;
  place.at = open.held->at(node).at;
  place.node = node;
  use(open, node);
  return true;
}

}  // namespace autoscope::modules
