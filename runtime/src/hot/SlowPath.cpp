// The out-of-line half of entering and leaving a scope: the functions that abi.h declares.
#include "hot/Clock.h"
#include "hot/Emission.h"
#include "hot/EnabledPage.h"
#include "hot/Forward.h"
#include "hot/FrameWord.h"
#include "hot/InterruptedLeave.h"
#include "hot/OpenModules.h"
#include "hot/RecordGroup.h"
#include "hot/ShadowStack.h"
#include "hot/SiteFlags.h"
#include "hot/StepScopes.h"
#include "hot/ThreadState.h"
#include "hot/Upcalls.h"

namespace autoscope::hot {

namespace {

using record::LossCause;

struct Entry {
  __autoscope_site &site;
  Place place;
  enum Kind { Function, Module, CallOfModule } kind;
  const void *object;
  const void *base;
};

// Only its address counts where one is entered.
inline __autoscope_guard *guardAt(uint32_t address) {
  return reinterpret_cast<__autoscope_guard *>(static_cast<uintptr_t>(address));
}

// Only a torch pointer may be handed to the torch bridge.
const void *torchBaseOf(const Entry &entry) {
  return entry.site.__reserved & siteBaseIsTorch ? entry.base : nullptr;
}

// Writes the module of the frame to come at `depth`. `around`: slot.innermost().
[[gnu::always_inline]] inline void writeModule(ThreadSlot &slot, const Entry &entry, uint32_t depth, uint32_t path,
                                               uint32_t around) {
  record::OpenModule &module = slot.modules[depth];
  module.around = around;
  __atomic_store_n(&module.path, path, __ATOMIC_RELAXED);
  module.object = reinterpret_cast<uint64_t>(entry.object);
  module.base = reinterpret_cast<uint64_t>(torchBaseOf(entry));
  module.site = reinterpret_cast<uint64_t>(&entry.site) | (entry.kind == Entry::CallOfModule ? enteredByCaller : 0);
  // Released: behind what it leads to, and before the state (OpenModules.h).
  __atomic_store_n(&slot.header.innermostModule, depth + 1, __ATOMIC_RELEASE);
}

[[gnu::always_inline]] inline bool takesOver(ThreadSlot &slot, uint32_t depth, const Entry &entry) {
  return entry.kind == Entry::Module && takeOverCall(slot, depth, entry.site, entry.object, torchBaseOf(entry));
}

// A call that both its caller and its body would have a scope for counts once.
void loseDeep(const ThreadSlot &slot, const Entry &entry) noexcept {
  UnrecordedCall &lost = threadState.lostCall;
  bool wasCounted = entry.kind == Entry::Module && lost.state == slot.state() && lost.object == entry.object &&
                    lost.typeHash == typeHashOf(entry.site);
  if (!wasCounted)
    upcall::lose(LossCause::TooDeep, 1);
  lost = {nullptr, 0, 0};
  if (entry.kind == Entry::CallOfModule)
    lost = {entry.object, slot.state(), typeHashOf(entry.site)};
}

[[gnu::noinline]] unsigned enter(const Entry &entry) noexcept {
  StepEntry step(entry.site, entry.place);
  Busy busy(entry.place.address);
  if (!busy.entered()) {
    turnAway();
    return __autoscope_off;
  }
  auto [slot, id] = readySlot(entry.site, entry.place);
  if (!slot)
    return step.unrecorded();
  uint64_t state = slot->state();
  uint32_t depth = depthOf(state);
  if (takesOver(*slot, depth, entry)) {
    if (PathCache *cache = threadState.paths; cache && cache->bodyBegins)
      cache->bodyBegins(*cache, *slot);
    watch(*slot, entry.site, 0);
    return __autoscope_off;
  }
  if (!hasRoom(*slot, 1)) {
    loseDeep(*slot, entry);
    return step.unrecorded();
  }
  uint64_t word = makeFrameWord(entry.place.address, depth, id);
  uint32_t path = 0;
  PathCache *cache = threadState.paths;
  if (entry.kind != Entry::Function && cache && cache->isBeingChecked()) {
    turnAway();
    return __autoscope_off;
  }
  if (entry.kind != Entry::Function)
    path = upcall::modulePath(*slot, entry.site, entry.object, torchBaseOf(entry));
  // Null in the child of a fork: signals that had to wait for the upcall come before it returns.
  uint32_t tools = emitBegin(*slot, entry.site, id);
  cache = threadState.paths;
  if (path == 0 || !cache) {
    openFrame(*slot, state, word, now());
    watch(*slot, entry.site, tools);
    return depth;
  }
  cache->beginCall(depth);
  writeModule(*slot, entry, depth, path, slot->innermost());
  openFrame(*slot, state, word | moduleFrameBit, now());
  watch(*slot, entry.site, tools);
  return depth;
}

// `place`: the path, and above it what is around. By so few arguments, so that the common way needs no memory for them.
template <Entry::Kind Kind>
[[gnu::noinline, gnu::cold]] void writeModuleAgain(ThreadSlot &slot, __autoscope_site &site, const void *object,
                                                   const void *base, uint64_t word, uint64_t place) noexcept {
  uint32_t depth = depthFieldOf(word);
  writeModule(slot, {site, {}, Kind, object, base}, depth, uint32_t(place), uint32_t(place >> 32));
  writeFrame(slot, depth, word, __autoscope_now());
}

// Opens the module's scope in a few stores. False if it did nothing: a signal handler has used what they were for.
[[gnu::always_inline]] inline bool openKnownModule(ThreadSlot &slot, PathCache &cache, const Entry &entry,
                                                   uint64_t state, uint32_t id, uint32_t path,
                                                   uint32_t around) noexcept {
  uint32_t depth = depthOf(state);
  uint64_t word = makeFrameWord(entry.place.address, depth, id) | moduleFrameBit;
  cache.beginCall(depth);
  writeModule(slot, entry, depth, path, around);
  writeFrame(slot, depth, word, __autoscope_now());
  if (__AUTOSCOPE_UNLIKELY(!__autoscope_commit(&slot.header.state, state, state + 1)))
    return false;
  if (__AUTOSCOPE_UNLIKELY(slot.frames[depth].word != word)) {  // and its scope was taken back
    auto *again = entry.kind == Entry::Module ? writeModuleAgain<Entry::Module> : writeModuleAgain<Entry::CallOfModule>;
    again(slot, entry.site, entry.object, entry.base, word, uint64_t(around) << 32 | path);
  }
  return true;
}

// A module scope of an enrolled thread, with a known path and nothing to cut. Like the inline path it takes no Busy:
// whatever it cannot do in a few stores is left to enter() above. Returns false if it did nothing, else the guard's
// depth in `opened`.
[[gnu::always_inline]] inline bool enterKnownModule(const Entry &entry, unsigned &opened) noexcept {
  auto *slot = reinterpret_cast<ThreadSlot *>(__autoscope_slot_of_thread);
  uint64_t state = slot->state();
  uint32_t depth = depthOf(state);
  uint32_t id = __atomic_load_n(&entry.site.__id, __ATOMIC_ACQUIRE);
  PathCache *cache = threadState.paths;
  if (depth >= record::maxDepth || id == 0 || id & markedSite || !cache ||
      (depth && (isDeadFrame(slot->frames[depth - 1].word, entry.place.address, entry.place.stack) ||
                 isLeaving(slot->frames[depth - 1].word))))
    return false;
  uint32_t around = slot->innermost();
  const PathCache::Entry *known;
  if (!around) {
    known = cache->find(0, entry.object, &entry.site);
    if (!known)
      return false;
    cache->beginRound();
  } else {
    const record::OpenModule &running = slot->modules[around - 1];
    bool isThere = running.object == reinterpret_cast<uint64_t>(entry.object);
    if (isThere && typeHashOf(siteOf(running)) == typeHashOf(entry.site)) {
      opened = __autoscope_off;
      return takesOver(*slot, depth, entry);
    }
    if (isThere && running.base)
      return false;  // another function of the module that runs; what is known of others is its first member
    known = cache->find(running.path, entry.object, &entry.site);
    if (!known ||
        (known->goodUntil < cache->begun[around - 1] && !recheck(*cache, *known, running, torchBaseOf(entry))))
      return false;
  }
  opened = depth;
  return openKnownModule(*slot, *cache, entry, state, id, known->path, around);
}

// The filter leaves the body out, so the scope that its caller has entered goes as if it had never been.
void dropCall(const Entry &entry) noexcept {
  ThreadSlot *slot = threadState.slot;
  if (entry.kind != Entry::Module || !slot || !slot->running() || !(slot->running()->site & enteredByCaller))
    return;
  Busy busy;
  if (!busy.entered())
    return;
  uint64_t state = slot->state();
  const record::OpenModule *call = callAtTop(*slot, depthOf(state), entry.site, entry.object, torchBaseOf(entry));
  uint32_t depth = slot->innermost() - 1;
  if (!call || isDeadFrame(slot->frames[depth].word, entry.place.address, entry.place.stack))
    return;
  uint32_t tools = toolsToldOf(*slot, depth, depthOf(state));
  slot->header.innermostModule = call->around;
  slot->setState(makeState(cursorOf(state), depth));
  emitEnd(tools);
}

bool isFiltered(const Entry &entry) {
  return __atomic_load_n(&entry.site.__id, __ATOMIC_RELAXED) == __autoscope_filtered;
}

// By its parts: what is handed over as a whole would have to lie in memory before.
[[gnu::noinline]] unsigned enterAnyModule(__autoscope_site &site, Place place, Entry::Kind kind, const void *object,
                                          const void *base) noexcept {
  if (__AUTOSCOPE_UNLIKELY(forwarded != nullptr))
    return kind == Entry::Module ? forwarded->enterModule(&site, guardAt(place.address), place.stack, object, base)
                                 : forwarded->enterCall(&site, place.address, place.stack, object, base);
  Entry entry = {site, place, kind, object, base};
  unsigned opened;
  if (!isFiltered(entry) && enterKnownModule(entry, opened))
    return opened;
  opened = isFiltered(entry) ? __autoscope_off : enter(entry);
  if (isFiltered(entry))  // perhaps from this call on
    dropCall(entry);
  return opened;
}

// As enterModule(), where the module that runs has been called again since `known` was found to be right.
template <Entry::Kind Kind>
[[gnu::noinline]] unsigned enterModuleAgain(__autoscope_site &site, Place place, const void *object, const void *base,
                                            const PathCache::Entry *known, uint64_t state) noexcept {
  Entry entry = {site, place, Kind, object, base};
  auto *slot = reinterpret_cast<ThreadSlot *>(__autoscope_slot_of_thread);
  PathCache *cache = threadState.paths;
  uint32_t around = slot->innermost(), id = __atomic_load_n(&site.__id, __ATOMIC_ACQUIRE);
  return around && cache && id - 1 < __autoscope_last_id &&
                 recheck(*cache, *known, slot->modules[around - 1], torchBaseOf(entry)) &&
                 openKnownModule(*slot, *cache, entry, state, id, known->path, around)
             ? depthOf(state)
             : enterAnyModule(site, place, Kind, object, base);
}

// The common module scope is one in a module that runs. It calls nothing, and does nothing before it is sure, so all
// stays in registers; enterAnyModule() begins anew. It sees to code that goes with another copy of the run time, too:
// that has no slot here.
template <Entry::Kind Kind>
[[gnu::always_inline]] inline unsigned enterModule(__autoscope_site &site, Place place, const void *object,
                                                   const void *base) noexcept {
  Entry entry = {site, place, Kind, object, base};
  auto *slot = reinterpret_cast<ThreadSlot *>(__autoscope_slot_of_thread);
  PathCache *cache = threadState.paths;
  uint64_t state = slot->state();
  uint32_t depth = depthOf(state), around = slot->header.innermostModule;
  uint32_t id = __atomic_load_n(&site.__id, __ATOMIC_ACQUIRE);
  // As ThreadSlot::innermost(), and not 0.
  if (__AUTOSCOPE_LIKELY(cache && depth < record::maxDepth && id - 1 < __autoscope_last_id && around - 1 < depth &&
                         isModuleFrame(slot->frames[around - 1].word))) {
    uint64_t top = slot->frames[depth - 1].word;
    const record::OpenModule &running = slot->modules[around - 1];
    if (__AUTOSCOPE_LIKELY(!mayBeDeadFrame(top, place.address, place.stack) &&
                           static_cast<uint32_t>(top) < __autoscope_leaving &&
                           running.object != reinterpret_cast<uint64_t>(object))) {
      const PathCache::Entry *known = cache->find(running.path, object, &site);
      if (__AUTOSCOPE_LIKELY(known)) {
        if (known->goodUntil < cache->begun[around - 1])
          return enterModuleAgain<Kind>(site, place, object, base, known, state);
        if (__AUTOSCOPE_LIKELY(openKnownModule(*slot, *cache, entry, state, id, known->path, around)))
          return depth;
      }
    }
  }
  return enterAnyModule(site, place, Kind, object, base);
}

// The common end of a module scope, as __autoscope_leave_top() is that of others. False if the slow way has to do it,
// so also for code that goes with another copy of the run time: the state that such code has read is no slot's.
[[gnu::always_inline]] inline bool leaveKnownModule(uint32_t address, uint32_t depth, uint64_t end,
                                                    uint64_t state) noexcept {
  auto *slot = reinterpret_cast<ThreadSlot *>(__autoscope_slot_of_thread);
  uint32_t used = cursorOf(state) % record::chunkWords;
  if (__AUTOSCOPE_UNLIKELY(depthOf(state) != depth + 1 || depth >= record::maxDepth ||
                           used - 1 > record::chunkWords - 5) ||  // 0 is a full one
      __AUTOSCOPE_UNLIKELY(!__atomic_load_n(&__autoscope_enabled, __ATOMIC_RELAXED)))
    return false;
  record::Frame &frame = slot->frames[depth];
  uint64_t start = frame.start, word = frame.word;
  uint64_t duration = end - start;
  if (__AUTOSCOPE_UNLIKELY(word >> 32 != (address | 1u) || duration >> 32))
    return false;
  // Only now it is sure to be a slot, which has modules, and no fullSlot() after a fork. And before the mark: behind it
  // a handler's scope may come to lie there, while its record stays this one.
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  const record::OpenModule &module = slot->modules[depth];
  uint64_t path = module.path;
  __atomic_store_n(&frame.word, word | __autoscope_leaving, __ATOMIC_RELAXED);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (__AUTOSCOPE_UNLIKELY(slot->state() != state))
    return false;
  uint64_t *words = slot->base() + cursorOf(state);
  words[2] = start;
  words[3] = duration << 32 | uint32_t(word);
  words[1] = uint64_t(record::Escape::Path) << 22 | record::escapeSite;
  words[0] = path;
  uint32_t around = module.around;  // if it is no longer this scope's, the commit shows it
  if (__AUTOSCOPE_UNLIKELY(!__autoscope_commit(&slot->header.state, state, makeState(cursorOf(state) + 4, depth))))
    return false;
  slot->header.innermostModule = around;
  return true;
}

[[gnu::noinline]] void leave(uint32_t address, uint32_t depth) noexcept {
  StepExit step(address);
  Busy busy(address);
  if (!busy.entered()) {
    turnAway();
    return;
  }
  if (enabledPageIsWiped())
    forgetThread();
  ThreadSlot *own = ownSlot();
  if (!own)
    return;  // the child of a fork, or a thread whose slot was given back: the scope belongs to nobody
  interruptedLeaveGoesOn(address);
  ThreadSlot &slot = *own;
  // Cut earlier, or ended by a signal handler, and already recorded; or it began on another thread, which has it and
  // cuts it as soon as it shows that it is over.
  if (depth >= depthOf(slot.state()) || isNote(slot.frames[depth].word) ||
      guardAddressOf(slot.frames[depth].word) != (address & ~3u))
    return;
  // Not the time that the caller has read: a signal handler may have had scopes in here since.
  uint64_t end = now();
  while (depthOf(slot.state()) > endOfNotes(slot, depth, depthOf(slot.state())))
    closeFrame(slot, end, record::scopeCutByLongjmp);
  uint32_t rule = 0;
  for (uint32_t note = depth + 1; note < depthOf(slot.state()); ++note)
    if (isWatchedNote(slot.frames[note].word))
      rule = ruleOfWatch(slot.frames[note].start);
  const record::Frame ended = slot.frames[depth];
  closeFrame(slot, end, 0);
  if (rule && end > ended.start)
    upcall::watchedScopeEnded(rule, uint32_t(ended.word) & record::escapeSite, end - ended.start);
}

// Apart, so that the common end of a module's scope needs no frame.
[[gnu::noinline]] void leaveSlowly(__autoscope_guard *guard, uint64_t now, uint64_t state) noexcept {
  if (forwarded)
    return forwarded->leaveSlow(guard, now, state);
  leave(__autoscope_address(guard), guard->__depth);
}

[[gnu::noinline]] void leaveCallSlowly(uint32_t address, uint32_t depth, uint64_t now, uint64_t state) noexcept {
  if (forwarded)
    return forwarded->leaveCall(address, depth, now, state);
  leave(address, depth);
}

}  // namespace

}  // namespace autoscope::hot

extern "C" {

unsigned __autoscope_enter_slow(__autoscope_site *site, __autoscope_guard *guard, unsigned stack) noexcept {
  if (__AUTOSCOPE_UNLIKELY(autoscope::hot::forwarded != nullptr))
    return autoscope::hot::forwarded->enterSlow(site, guard, stack);
  return autoscope::hot::enter(
      {*site, {__autoscope_address(guard), stack}, autoscope::hot::Entry::Function, nullptr, nullptr});
}

unsigned __autoscope_enter_module(__autoscope_site *site, __autoscope_guard *guard, unsigned stack, const void *object,
                                  const void *base) noexcept {
  using namespace autoscope::hot;
  return enterModule<Entry::Module>(*site, {__autoscope_address(guard), stack}, object, base);
}

unsigned __autoscope_enter_call(__autoscope_site *site, unsigned address, unsigned stack, const void *object,
                                const void *base) noexcept {
  using namespace autoscope::hot;
  return enterModule<Entry::CallOfModule>(*site, {address, stack}, object, base);
}

void __autoscope_leave_call(unsigned address, unsigned depth, __autoscope_u64 now, __autoscope_u64 state) noexcept {
  using namespace autoscope::hot;
  if (__AUTOSCOPE_UNLIKELY(!leaveKnownModule(address, depth, now, state)))
    leaveCallSlowly(address, depth, now, state);
}

void __autoscope_leave_slow(__autoscope_guard *guard, __autoscope_u64 now, __autoscope_u64 state) noexcept {
  using namespace autoscope::hot;
  if (__AUTOSCOPE_UNLIKELY(!leaveKnownModule(__autoscope_address(guard), guard->__depth, now, state)))
    leaveSlowly(guard, now, state);
}

}  // extern "C"

AUTOSCOPE_OWN(__autoscope_enter_slow);
AUTOSCOPE_OWN(__autoscope_enter_module);
AUTOSCOPE_OWN(__autoscope_leave_slow);
AUTOSCOPE_OWN(__autoscope_enter_call);
AUTOSCOPE_OWN(__autoscope_leave_call);
