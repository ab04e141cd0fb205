// Start and stop of a session: a time window of the process with a stream file of its own.
#include "collect/ClockSample.h"
#include "collect/Collector.h"
#include "collect/OpenScopes.h"
#include "hot/Clock.h"
#include "hot/FrameWord.h"

#include <algorithm>
#include <cerrno>
#include <exception>
#include <unistd.h>
#include <utility>

namespace autoscope::collect {

using hot::cursorOf;
using hot::depthOf;
using hot::ThreadSlot;
using record::MetaKind;

namespace {

constexpr const char *noMemory = "out of memory";  // fits in a string without memory

constexpr uint32_t chunksPerMegabyte = (1u << 20) / record::chunkBytes;

std::string writeError(const SessionFile &file) {
  return "cannot write " + file.partPath() + ": " + strerror(errno);
}

void append(std::vector<uint8_t> &to, Entry entry) {
  const std::vector<uint8_t> &bytes = entry.bytes();
  to.insert(to.end(), bytes.begin(), bytes.end());
}

void append(std::vector<uint8_t> &to, const Facts &facts) {
  for (const auto &[key, value] : facts)
    append(to, std::move(Entry(MetaKind::Info).text(key).text(value)));
}

}  // namespace

std::string Collector::makeRing(const SessionSettings &settings) {
  std::string error = ring_.create(settings.path + ".ring", settings.bufferMegabytes * chunksPerMegabyte);
  if (!error.empty())
    return error;
  try {
    pool_.fill(Ring::readyChunks, uint64_t(settings.bufferMegabytes) << 20);
  } catch (const std::exception &) {
    ring_.remove();
    ring_.abandon();
    throw;
  }
  ring_.countOther(bytesOfSites() + strings_.bytes());  // what came with a fork, or before the first profile
  ring_.prefault(ring_.firstChunk(), 1);                // the starting thread's; the writer sees to the next ones
  ring_.header().first = ring_.header().last = sampleClocks();
  return {};
}

// For whoever has nothing but the ring.
void Collector::logInfo(const SessionSettings &settings) {
  for (const auto &[key, value] : settings.info) {
    std::string &logged = loggedInfo_[key];
    if (logged != value && log_.append(std::move(Entry(MetaKind::Info).text(key).text(value))))
      logged = value;
  }
}

SessionStart Collector::startSession(const SessionSettings &settings) noexcept {
  try {
    return openSession(settings);
  } catch (const std::exception &) {
    if (file_.isOpen())
      unlink(file_.partPath().c_str());
    file_.close();
    SessionStart start;
    start.error = noMemory;
    return start;
  }
}

SessionStart Collector::openSession(const SessionSettings &settings) {
  SessionStart start;
  std::string &error = start.error;
  switch (file_.open(settings.path, error)) {
  case SessionFile::Opened::Yes:
    start.replacesUnfinished = file_.replacesUnfinished();
    break;
  case SessionFile::Opened::BusyElsewhere:
    start.busyElsewhere = true;
    error = "another process is writing " + settings.path;
    return start;
  case SessionFile::Opened::Failed:
    return start;
  }
  if (ring_.exists())
    start.needsEarlierRing = isUnfinished_ = !ring_.rename(settings.path + ".ring", isUnfinished_);
  else
    error = makeRing(settings);
  if (error.empty())
    logInfo(settings);
  if (error.empty())
    error = publishInherited();
  maskOfProgram_ = settings.maskOfProgram;
  if (error.empty() && !startWriter())
    error = "cannot start the writer thread";
  if (error.empty())
    error = writeHead(settings);
  if (!error.empty()) {
    unlink(file_.partPath().c_str());
    file_.close();
    return start;
  }

  ownTimes_.starts(settings.began, writer_);
  start.cannotThrottle = !throttle_.begin(settings.throttle);
  isClosing_ = false;
  ChunkPool::Lock lock = pool_.lock();
  pool_.waitDrained(lock);  // ends of scopes that an earlier session has shown as open
  overflow_ = settings.overflow;
  diskBytes_ = settings.diskBytes;
  diskIsFull_ = false;
  cuts_.clear();
  newestSeconds_ = settings.newestSeconds;
  activities_.clear();
  activityBytes_ = 0;
  mostActivityBytes_ = settings.activityBytes;
  keepFrom_ = 0;
  record::RingHeader &ring = ring_.header();
  for (uint32_t i = 0; i < record::lossCauseCount; ++i)
    ring.lossesAtStart[i] = __atomic_load_n(&ring.losses[i], __ATOMIC_RELAXED);
  ring.sessionStart = start_;
  beginHeap(settings.heap);
  noteStreamBytes();
  __atomic_store_n(&ring.sessionNumber, sessions_, __ATOMIC_RELEASE);  // what is above it is of that session
  ring.keptFrom = ring.writtenUntil = 0;
  ring.isFlightRecorder = overflow_ == Overflow::Newest;
  pool_.setHolding(overflow_ == Overflow::Newest);
  countsScopes_ = settings.countScopes;
  scopesWritten_ = 0;
  bytesWritten_ = file_.bytesWritten();
  skipWrittenWords();
  streaming_ = &file_;
  return start;
}

std::string Collector::writeHead(const SessionSettings &settings) {
  {
    ChunkPool::Lock lock = pool_.lock();
    start_ = sampleClocks();
  }
  ++sessions_;
  info_ = settings.info;
  record::FileHeader header = headerOf(ring_.path());
  std::vector<uint8_t> info;
  append(info, info_);
  if (!file_.append(&header, sizeof header) ||
      !file_.appendSection(record::SectionType::Meta, info.data(), info.size()))
    return writeError(file_);
  return {};
}

record::FileHeader Collector::headerOf(const std::string &ringPath) const {
  record::FileHeader header = {};
  header.magic = record::fileMagic;
  header.version = record::formatVersion;
  header.bytes = sizeof header;
  header.pid = uint32_t(getpid());
  header.sessionNumber = sessions_;
  header.start = start_;
  if (ringPath.size() < sizeof header.ringPath)
    memcpy(header.ringPath, ringPath.c_str(), ringPath.size() + 1);
  return header;
}

// What live threads have recorded so far belongs to an earlier session, or to none.
void Collector::skipWrittenWords() {
  threads_.forEach([this](ThreadSlot &slot) {
    uint32_t cursor = cursorOf(__atomic_load_n(&slot.header.state, __ATOMIC_ACQUIRE));
    if (cursor == 0)
      return;
    uint32_t number = (cursor - 1) / record::chunkWords;
    ring_.chunk(number).skipWords = cursor - number * record::chunkWords - record::chunkHeaderWords;
  });
}

SessionResult Collector::stopSession(const Facts &late) noexcept {
  SessionResult result;
  try {
    closeSession(sampleClocks(), late, result);
  } catch (const std::exception &) {
    ChunkPool::Lock lock = pool_.lock();
    pool_.setHolding(false);
    pool_.waitDrained(lock);
    streaming_ = nullptr;
    result.error = noMemory;
  }
  file_.close();  // after an error it stays a .part: readable together with the ring
  isUnfinished_ = !result.error.empty();
  return result;
}

void Collector::closeSession(const record::ClockPoint &end, const Facts &late, SessionResult &result) {
  result.path = file_.path();
  {
    ChunkPool::Lock lock = pool_.lock();
    isClosing_ = true;
    while (hasSnapshotToWrite() || pool_.isPinning())
      pool_.waitPinned(lock);
    if (pool_.isHolding())
      beginDraining(end);
    pool_.waitDrained(lock);
    openScopes_.clear();
    threads_.logChangedNames();
    // A scope is in exactly one of the two: one load of the state says which records are finished and which frames
    // open.
    threads_.forEach([this](ThreadSlot &slot) { writeLiveChunk(slot); });
    while (!activities_.empty())
      writeActivities(nextActivities());
    streaming_ = nullptr;
  }
  if (uint64_t until = ring_.header().writtenUntil) {
    result.wasCut = true;
    result.writtenNs = uint64_t(double(until - std::min(until, start_.ticks)) / ticksPerNsUntil(end));
  }
  result.error = writeTail(end, late, result);
  if (result.error.empty())
    result.error = file_.finish();
  if (result.error.empty())
    __atomic_store_n(&ring_.header().streamBytes, 0, __ATOMIC_RELAXED);  // that stream is no reader's any more
}

// A flight recorder's chunks go the way of all others now, but for those that are too old or too many for the disk.
void Collector::beginDraining(const record::ClockPoint &end) {
  if (diskBytes_ != 0)
    giveUpBeyondDisk();
  keepFrom_ = newestFrom(end);
  pool_.setHolding(false);
}

double Collector::ticksPerNsUntil(const record::ClockPoint &end) const {
  double ns = double(std::max<uint64_t>(end.monotonicNs - start_.monotonicNs, 1));
  return double(std::max<uint64_t>(end.ticks - start_.ticks, 1)) / ns;
}

// AUTOSCOPE_NEWEST_SECONDS before `end`, in ticks; 0: all counts.
uint64_t Collector::newestFrom(const record::ClockPoint &end) const {
  auto kept = uint64_t(double(newestSeconds_) * 1e9 * ticksPerNsUntil(end));
  return newestSeconds_ != 0 && kept < end.ticks ? end.ticks - kept : 0;
}

// Here the beginning goes and not the end.
void Collector::giveUpBeyondDisk() {
  uint64_t bytes = file_.bytesWritten() + log_.published().size() + endBytes;
  threads_.forEach([&bytes](ThreadSlot &slot) { bytes += cursorOf(slot.state()) % record::chunkWords * 8; });
  for (uint32_t number : pool_.held())
    bytes += ring_.chunk(number).section.bytes;
  while (bytes > diskBytes_) {
    uint32_t number = pool_.takeOldest();
    if (number == 0)
      break;
    bytes -= ring_.chunk(number).section.bytes;
    giveUp(ring_.chunk(number), record::LossCause::DiskLimit);
    pool_.release(number, threads_.live());
  }
}

void Collector::writeLiveChunk(ThreadSlot &slot) {
  // One state for both, or a scope that ends in between would be shown as finished and as open.
  ThreadCut cut = cutOf(ring_, slot);
  if (uint32_t cursor = cursorOf(cut.state)) {
    uint32_t number = (cursor - 1) / record::chunkWords;
    uint32_t words = cursor - number * record::chunkWords;
    record::ChunkHeader &header = ring_.chunk(number);
    if (words != record::chunkHeaderWords + header.skipWords) {
      reserveForExcerpts(slot.header.uid);
      writeChunk(header, words);
      header.skipWords = words - record::chunkHeaderWords;
    }
  }
  cutOpenScopes(slot.header.uid, cut.frames);
  appendOpenScopes(openScopes_, slot.header.uid, cut);
  noteHeapOf(slot);
}

std::string Collector::writeTail(const record::ClockPoint &end, const Facts &late, SessionResult &result) {
  std::vector<uint8_t> tail;
  append(tail, late);
  append(tail, std::move(Entry(MetaKind::Clock).raw(&start_, sizeof start_)));
  append(tail, std::move(Entry(MetaKind::Clock).raw(&end, sizeof end)));
  append(tail, std::move(Entry(MetaKind::Window).u64(start_.ticks).u64(end.ticks)));
  describeCuts(tail);
  if (uint64_t from = std::max(ring_.header().keptFrom, keepFrom_); from > start_.ticks)
    append(tail, std::move(Entry(MetaKind::KeptFrom).u64(from)));
  for (uint32_t i = 1; i < record::lossCauseCount; ++i) {
    uint64_t lost = lossesOfSession(i);
    result.losses[i] = lost;
    if (lost)
      append(tail, std::move(Entry(MetaKind::Loss).u32(i).u32(0).u64(lost)));
  }
  tail.insert(tail.end(), openScopes_.begin(), openScopes_.end());
  describeHeap(tail);
  for (const auto &[key, value] : ownTimes_.describe(end.monotonicNs, writer_))
    append(tail, std::move(Entry(MetaKind::Info).text(key).text(value)));
  auto names = log_.published();
  if (!file_.appendSection(record::SectionType::Meta, names.data(), names.size()) ||
      !file_.appendSection(record::SectionType::Meta, tail.data(), tail.size()) ||
      !file_.appendSection(record::SectionType::End, nullptr, 0))
    return writeError(file_);
  return {};
}

void Collector::finish(bool keepRing) noexcept {
  {
    ChunkPool::Lock lock = pool_.lock();
    pool_.close();
  }
  if (writerRuns_)
    pthread_join(writer_, nullptr);
  writerRuns_ = false;
  if (!keepRing)
    ring_.remove();
}

}  // namespace autoscope::collect
