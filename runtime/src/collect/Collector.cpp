// The hand-off of chunks and everything done on behalf of a scope. Sessions are in CollectorSessions.cpp, the writer
// thread in CollectorWriter.cpp.
#include "collect/Collector.h"

#include "collect/ChunkContent.h"
#include "hot/Clock.h"
#include "hot/Emission.h"
#include "hot/InterruptedLeave.h"
#include "hot/PathCache.h"
#include "hot/RecordGroup.h"
#include "hot/SiteFlags.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace autoscope::collect {

using hot::cursorOf;
using hot::depthOf;
using hot::makeState;
using hot::ThreadSlot;
using record::ChunkHeader;
using record::ChunkState;
using record::LossCause;

namespace {

// The chunk that the cursor lies in; on a boundary, the one before it, which is full.
uint32_t chunkOf(uint32_t cursor) {
  return (cursor - 1) / record::chunkWords;
}

void setChunkState(ChunkHeader &header, ChunkState state) {
  __atomic_store_n(reinterpret_cast<uint32_t *>(&header.state), uint32_t(state), __ATOMIC_RELEASE);
}

}  // namespace

// The order of stores below is the crash protocol of Format.h: at every point a reader of the ring can tell which words
// of the chunk are records.

void Collector::sealChunk(ThreadSlot &slot) {
  uint64_t state = slot.state();
  uint32_t number = chunkOf(cursorOf(state));
  ChunkHeader &header = ring_.chunk(number);
  header.words = cursorOf(state) - number * record::chunkWords;
  header.section.bytes = uint64_t(header.words) * 8;
  header.endTicks = hot::now();
  setChunkState(header, ChunkState::Full);  // from here the header alone says how much is valid
  slot.setState(makeState(0, depthOf(state)));
  bool isKept = hot::keepForInterruptedLeave(number);
  if (header.words - record::chunkHeaderWords == header.skipWords) {
    setChunkState(header, ChunkState::Free);  // nothing new in it
    if (!isKept)
      pool_.release(number, threads_.live());
  } else if (isKept) {
    handInCopy(number);
  } else {
    pool_.pushFull(number);
  }
}

// A record is still to be stored in this chunk (hot/InterruptedLeave.h): what is in it goes to the writer in another.
void Collector::handInCopy(uint32_t number) {
  ChunkHeader &header = ring_.chunk(number);
  uint32_t copy = takeChunk(threads_.live() + 1);
  // No waiting: the chunk that is interrupted may be the one that would come free.
  if (copy == 0 && overflow_ == Overflow::Block)
    copy = pool_.takeBeyondLimit();
  if (copy != 0) {
    ChunkHeader &copied = ring_.chunk(copy);  // Free
    memcpy(&copied + 1, &header + 1, header.words * 8 - sizeof header);
    ChunkHeader free = header;
    free.state = ChunkState::Free;
    copied = free;
    setChunkState(copied, ChunkState::Full);  // until the next store readers see two of one sequence
    setChunkState(header, ChunkState::Free);
    pool_.pushFull(copy);
    return;
  }
  lose(LossCause::BufferFull, countScopes(header, record::chunkHeaderWords + header.skipWords, header.words));
  setChunkState(header, ChunkState::Free);
}

void Collector::releaseChunk(uint32_t number) noexcept {
  ChunkPool::Lock lock = pool_.lock();
  pool_.release(number, threads_.live());
}

void Collector::installChunk(ThreadSlot &slot, uint32_t number) {
  ChunkHeader &header = ring_.chunk(number);  // Free: readers ignore it
  header.section = {record::sectionMagic, record::SectionType::Chunk, 0};
  header.threadUid = slot.header.uid;
  header.sequence = slot.header.sequence++;
  header.words = 0;
  header.baseTicks = hot::now();
  header.slot = slot.header.index;
  header.skipWords = 0;
  header.endTicks = 0;
  setChunkState(header, ChunkState::Active);
  slot.header.outsideCursor = 0;  // a chunk that it had before may be this one
  slot.setState(makeState(number * record::chunkWords + record::chunkHeaderWords, depthOf(slot.state())));
}

// The thread keeps its chunk and what was in it is gone. The gap in the sequence shows it. False: a record is still to
// be stored in it (hot/InterruptedLeave.h), so it has none.
bool Collector::recycleChunk(ThreadSlot &slot) {
  uint64_t state = slot.state();
  uint32_t number = chunkOf(cursorOf(state));
  setChunkState(ring_.chunk(number), ChunkState::Free);
  slot.setState(makeState(0, depthOf(state)));
  if (hot::keepForInterruptedLeave(number))
    return false;
  installChunk(slot, number);
  return true;
}

// The scopes are counted before they are gone: a kill in between counts them twice rather than never.
void Collector::giveUp(ChunkHeader &header, LossCause cause) {
  lose(cause, countScopes(header, record::chunkHeaderWords + header.skipWords, header.words));
  raiseKeptFrom(header.endTicks);
  setChunkState(header, ChunkState::Free);
}

// From threads with the lock, from the writer without it.
void Collector::raiseKeptFrom(uint64_t ticks) {
  uint64_t &from = ring_.header().keptFrom, known = __atomic_load_n(&from, __ATOMIC_RELAXED);
  while (known < ticks &&
         !__atomic_compare_exchange_n(&from, &known, ticks, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
}

// A free chunk, or, of a flight recorder, the oldest full one; 0: none.
uint32_t Collector::takeChunk(uint32_t liveThreads) {
  uint32_t number = pool_.take(liveThreads);
  if (number == 0 && (number = pool_.takeOldest()) != 0)
    giveUp(ring_.chunk(number), LossCause::Overwritten);
  return number;
}

// 0: look again. Where the writer waits for the dynamic linker, whose lock this thread may hold, the limit gives way
// once; after that scopes are dropped.
uint32_t Collector::waitForChunk(ChunkPool::Lock &lock, hot::Uninterrupted &uninterrupted) {
  pool_.waitFree(lock, uninterrupted);
  return pool_.writerIsStuck() ? pool_.takeBeyondLimit() : 0;
}

bool Collector::nextChunk(ThreadSlot &slot, hot::Uninterrupted &uninterrupted) noexcept {
  ChunkPool::Lock lock = pool_.lock();
  uint32_t cursor = cursorOf(slot.state());
  // After the end nothing is written any more, and the last scopes of a thread that runs on close silently.
  if (cursor != 0 && pool_.isClosed())
    return recycleChunk(slot);
  bool waits = overflow_ == Overflow::Block && !pool_.writerIsStuck();
  uint32_t next = waits ? 0 : takeChunk(threads_.live());
  if (!waits && next == 0) {
    if (cursor == 0)
      return false;
    uint32_t number = chunkOf(cursor);
    const ChunkHeader &header = ring_.chunk(number);
    lose(pool_.isAtLimit(threads_.live()) ? LossCause::BufferFull : LossCause::WriteFailed,  // else the disk is full
         countScopes(header, record::chunkHeaderWords + header.skipWords, cursor - number * record::chunkWords));
    return recycleChunk(slot);
  }
  if (cursor != 0)
    sealChunk(slot);
  // Cannot wait forever: our own chunk is on its way through the writer, which frees it even when the disk is full.
  while (next == 0 && !pool_.isClosed() && !(next = takeChunk(threads_.live())))
    next = waitForChunk(lock, uninterrupted);
  if (next == 0)
    return false;
  installChunk(slot, next);
  return true;
}

// The slot comes last, so that a thread that jumps out of the wait has none.
ThreadSlot *Collector::enrolThread(hot::Uninterrupted &uninterrupted) noexcept {
  ChunkPool::Lock lock = pool_.lock();
  uint32_t number = 0;
  for (;;) {
    while (!pool_.isClosed() && !threads_.hasRoom() && leaveForEnded(lock)) {
    }
    bool hasPlace = !pool_.isClosed() && threads_.hasRoom();
    if (hasPlace && !(number = takeChunk(threads_.live() + 1)) && pool_.writerIsStuck())
      number = pool_.takeBeyondLimit();
    if (number != 0)
      break;
    // Unlike a thread that hands a chunk in, this one brings none: it may wait only for the writer.
    if (!hasPlace || !pool_.expectsFree()) {
      // The limit has a chunk for each thread; the disk may have none.
      lose(hasPlace ? LossCause::WriteFailed : LossCause::NoSlot, 1);
      return nullptr;
    }
    pool_.waitFree(lock, uninterrupted);
  }
  ThreadSlot *slot = threads_.claim();
  if (!slot) {
    pool_.release(number, threads_.live());
    lose(LossCause::WriteFailed, 1);
    return nullptr;
  }
  installChunk(*slot, number);
  return slot;
}

// One thread that ended without leaving: what it was in ends now. False: there is none.
bool Collector::leaveForEnded(ChunkPool::Lock &lock) noexcept {
  ThreadSlot *ended = threads_.takeEnded();
  if (!ended)
    return false;
  lock.unlock();  // closing may need a chunk, for which it is taken
  while (depthOf(ended->state()) > 0)
    hot::closeFrame(*ended, hot::now(), record::scopeCutByLongjmp);
  leaveThread(*ended);
  lock.lock();
  return true;
}

void Collector::leaveThread(ThreadSlot &slot) noexcept {
  ChunkPool::Lock lock = pool_.lock();
  if (cursorOf(slot.state()) != 0)
    sealChunk(slot);
  if (slot.header.tid == uint32_t(getpid()))
    pool_.hurry();
  noteHeapOf(slot);
  threads_.giveBack(slot);
}

// The id of the first site of its text.
uint32_t Collector::newSiteId(const __autoscope_site &site, Admission admission) {
  bool leftOut = admission == Admission::FilterOut;
  if (filtered_.add(site, leftOut ? FilteredFunctions::Site::LeftOut : FilteredFunctions::Site::Recorded) &&
      !log_.append(record::MetaKind::FilteredFunctions, {filtered_.count()}, {}))
    lose(LossCause::TooManyNames, 1);
  if (leftOut)
    return __autoscope_filtered;
  uint32_t id = ++lastSite_;
  if (id > record::maxSite || !log_.append(record::MetaKind::Site, {id}, {site.__info ? site.__info : ""}))
    lose(LossCause::TooManyNames, 1);
  // Instrumented code puts the id into records as it is, so it must fit there.
  return id > record::maxSite ? record::maxSite : id;
}

// Of the tables of sites.
uint64_t Collector::bytesOfSites() const noexcept {
  return siteIds_.bytes() + throttle_.bytes() + armed_.bytes();
}

uint32_t Collector::registerSite(__autoscope_site &site, Admission admission, uint32_t rule) noexcept {
  std::lock_guard<std::mutex> lock(siteMutex_);
  uint64_t before = bytesOfSites();
  uint32_t id = idOf(site, admission, rule);
  if (ring_.exists())  // else it counts them when it is made
    ring_.countOther(bytesOfSites() - before);
  return id;
}

// With their lock.
uint32_t Collector::idOf(__autoscope_site &site, Admission admission, uint32_t rule) noexcept {
  if (uint32_t id = __atomic_load_n(&site.__id, __ATOMIC_RELAXED))
    return id;
  if (armed_.isArmed()) {
    // Nothing is recorded, so there is no place for its text yet. That of a step is looked at again at its next call.
    if (rule < hot::firstStepRule && armed_.note(site))
      __atomic_store_n(&site.__id, __autoscope_filtered, __ATOMIC_RELEASE);
    return __autoscope_filtered;
  }
  const bool isSilent = site.__reserved == hot::siteIsSilent;
  site.__reserved = hot::notesOf(site) | rule << hot::siteRuleShift;
  uint32_t *known = siteIds_.of(site.__info ? site.__info : "");
  uint32_t id = known && *known ? *known : newSiteId(site, admission);
  if (known)
    *known = id;
  if (rule && id != __autoscope_filtered)
    id |= hot::watchedSite;  // and never throttled: the rule wants to see each call
  else if (throttle_.isThrottled(id))
    id = __autoscope_filtered;
  else
    throttle_.addSite(id, site);
  if (hot::isEmitting() && !isSilent && id != __autoscope_filtered)
    id |= hot::emittedSite;
  armed_.add(rule < hot::firstStepRule ? id : __autoscope_filtered, site);
  if (site.__kind == __autoscope_kind_module)
    __atomic_fetch_add(&hot::moduleSites, 1, __ATOMIC_RELAXED);
  // Last: its text must be published by now, and the thread that finds the id see the count (PathCache).
  __atomic_store_n(&site.__id, id, __ATOMIC_RELEASE);
  return id;
}

void Collector::addPath(uint32_t id, uint32_t parent, std::string_view name, std::string_view type) noexcept {
  if (!log_.append(record::MetaKind::Path, {id, parent}, {name, type}))
    lose(LossCause::TooManyNames, 1);
}

uint32_t Collector::intern(std::string_view text) noexcept {
  uint32_t id = strings_.idOf(text);
  if (id == 0)
    lose(LossCause::TooManyNames, 1);
  return id;
}

void Collector::lose(LossCause cause, uint64_t count) noexcept {
  if (ring_.exists())
    __atomic_fetch_add(&ring_.header().losses[uint32_t(cause)], count, __ATOMIC_RELAXED);
}

}  // namespace autoscope::collect
