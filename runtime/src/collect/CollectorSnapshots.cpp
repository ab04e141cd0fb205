// Snapshots: what a flight recorder holds at one moment, written by the writer thread while all others run on.
//
// Under the hand-off lock, in microseconds, what live threads have in their chunks is copied and the full chunks are
// pinned; those are then written from where they lie, oldest first, each free to be taken as soon as it is on the disk.
#include "collect/ChunkContent.h"
#include "collect/ClockSample.h"
#include "collect/Collector.h"
#include "collect/OpenScopes.h"
#include "record/SessionInfo.h"

#include <algorithm>
#include <cerrno>
#include <exception>
#include <unistd.h>

namespace autoscope::collect {

using hot::cursorOf;
using hot::ThreadSlot;
using record::ChunkHeader;
using record::LossCause;
using record::MetaKind;

struct Collector::SnapshotContent {
  std::vector<uint32_t> full;
  std::vector<uint64_t> live;                       // chunks of live threads, one behind the other
  std::vector<std::pair<size_t, uint32_t>> liveAt;  // where each begins, and its words
  std::vector<uint8_t> openScopes;
  record::ClockPoint end = {};
  uint64_t keepFrom = 0;
  uint64_t keptFrom = 0;
  uint64_t losses[record::lossCauseCount] = {};
  std::string reason;
};

namespace {
constexpr const char *onlyFlightRecorders = "a snapshot needs a flight recorder, which AUTOSCOPE_OVERFLOW=newest makes";
constexpr const char *noMemory = "out of memory";  // fits in a string without memory
}  // namespace

bool Collector::isFlightRecorder() noexcept {
  ChunkPool::Lock lock = pool_.lock();
  return pool_.isHolding();
}

std::string Collector::takeSnapshot(const std::string &path, const std::string &reason) noexcept {
  try {
    ChunkPool::Lock lock = pool_.lock();
    if (!file_.isOpen() || !pool_.isHolding())
      return onlyFlightRecorders;
    while (hasSnapshotToWrite() || pool_.isPinning())  // a rule's
      pool_.waitPinned(lock);
    snapshot_.path = path;
    snapshot_.reason = reason;
    snapshot_.isWanted = true;
    snapshot_.isByRule = snapshot_.isDone = false;
    pool_.callWriter();
    while (!snapshot_.isDone)
      pool_.waitPinned(lock);
    return std::move(snapshot_.error);
  } catch (const std::exception &) {
    return noMemory;
  }
}

Collector::Request Collector::requestSnapshot(const SnapshotTrigger &trigger) noexcept {
  ChunkPool::Lock lock = pool_.lock();
  if (!pool_.isHolding())
    return Request::Idle;
  if (snapshot_.isWanted || pool_.isPinning())
    return Request::Missed;
  snapshot_.isWanted = snapshot_.isByRule = true;
  snapshot_.trigger = trigger;
  pool_.callWriter();
  return Request::Taken;
}

double Collector::ticksPerNs() const noexcept {
  if (double known = ticksPerNs_.load(std::memory_order_relaxed); known > 0)
    return known;
  record::ClockPoint last = sampleClocks();
  if (last.monotonicNs <= start_.monotonicNs)
    return 0;
  return double(last.ticks - start_.ticks) / double(last.monotonicNs - start_.monotonicNs);
}

std::string_view Collector::siteTextOf(uint32_t id) {
  auto names = log_.published();
  for (size_t at = 0; at + sizeof(record::MetaEntry) + 8 <= names.size();) {
    record::MetaEntry entry;
    memcpy(&entry, &names[at], sizeof entry);
    uint32_t number;
    memcpy(&number, &names[at + sizeof entry], sizeof number);
    if (entry.kind == MetaKind::Site && number == id)
      return reinterpret_cast<const char *>(&names[at + sizeof entry + 8]);
    at += entry.bytes;
  }
  return {};
}

// Called with the lock, by the writer. Without memory there is no snapshot.
void Collector::writeSnapshot(ChunkPool::Lock &lock) {
  bool byRule = snapshot_.isByRule;
  std::string path, error;
  SnapshotContent content;
  snapshot_.isWanted = false;
  try {
    prepareSnapshot(lock, content, path);
    error = writeSnapshotFile(lock, content, path);
  } catch (const std::exception &) {
    if (snapshotFile_.isOpen())
      unlink(snapshotFile_.partPath().c_str());
    snapshotFile_.close();
    error = noMemory;
    if (content.reason.empty())
      content.reason = "a watched scope";  // fits, too
  }
  if (!lock.owns_lock())
    lock.lock();
  pool_.endPinning();
  if (!byRule) {
    snapshot_.error = std::move(error);
    snapshot_.isDone = true;
    return;
  }
  lock.unlock();
  try {
    snapshotListener_.written(snapshotListener_.self, path, content.reason, error);
  } catch (const std::exception &) {
    // Nor is there memory to say so.
  }
  lock.lock();
}

// All that may take time, since the lock is given up for it.
void Collector::prepareSnapshot(ChunkPool::Lock &lock, SnapshotContent &content, std::string &path) {
  bool byRule = snapshot_.isByRule;
  SnapshotTrigger trigger = snapshot_.trigger;
  if (!byRule) {
    path = snapshot_.path;
    content.reason = snapshot_.reason;
  }
  uint32_t threads = threads_.live() + 1;
  content.full = pool_.pinAll();
  lock.unlock();
  if (byRule) {
    path = snapshotListener_.pathOf(snapshotListener_.self);
    double rate = ticksPerNs();
    auto ns = uint64_t(double(trigger.ticks) / (rate > 0 ? rate : 1));
    content.reason = snapshotListener_.reasonOf(snapshotListener_.self, trigger, ns, siteTextOf(trigger.site));
  }
  content.live.resize(size_t(threads) * record::chunkWords);  // its pages now, not under the lock
  content.liveAt.reserve(threads);
  lock.lock();
}

std::string Collector::writeSnapshotFile(ChunkPool::Lock &lock, SnapshotContent &content, const std::string &path) {
  // The instant. What filled up since the chunks were pinned is behind them.
  content.full = pool_.held();
  size_t used = 0;
  threads_.forEach([&](ThreadSlot &slot) {
    ThreadCut cut = cutOf(ring_, slot);
    appendOpenScopes(content.openScopes, slot.header.uid, cut);
    uint32_t cursor = cursorOf(cut.state);
    if (cursor == 0)
      return;
    uint32_t number = (cursor - 1) / record::chunkWords, words = cursor - number * record::chunkWords;
    content.live.resize(std::max(content.live.size(), used + words));
    memcpy(&content.live[used], &ring_.chunk(number), size_t(words) * 8);
    content.liveAt.emplace_back(used, words);
    used += words;
  });
  threads_.logChangedNames();
  content.end = sampleClocks();
  content.keepFrom = newestFrom(content.end);
  content.keptFrom = std::max(ring_.header().keptFrom, content.keepFrom);
  for (uint32_t i = 1; i < record::lossCauseCount; ++i)
    content.losses[i] = lossesOfSession(i);
  lock.unlock();

  SessionFile &file = snapshotFile_;
  std::string error;
  auto names = log_.published();
  uint64_t bytes = used * 8 + names.size() + endBytes;
  for (uint32_t number : content.full)
    bytes += ring_.chunk(number).section.bytes;
  if (file.open(path, error) == SessionFile::Opened::BusyElsewhere)
    error = file_.isAt(path) ? path + " is the session of this profile, and no name for a snapshot"
                             : "another process is writing " + path;
  std::vector<uint8_t> head, tail;
  auto add = [](std::vector<uint8_t> &to, Entry &entry) {
    const std::vector<uint8_t> &entryBytes = entry.bytes();
    to.insert(to.end(), entryBytes.begin(), entryBytes.end());
  };
  for (const auto &[key, value] : info_)
    add(head, Entry(MetaKind::Info).text(key).text(value));
  add(head, Entry(MetaKind::Info).text(record::infoKey::snapshot).text(content.reason));
  record::FileHeader header = headerOf({});  // the ring is the session's own
  bool good = error.empty() && file.append(&header, sizeof header) &&
              file.appendSection(record::SectionType::Meta, head.data(), head.size());
  auto write = [&](const ChunkHeader &chunk, uint32_t words) {
    uint32_t from = record::chunkHeaderWords + chunk.skipWords;
    if (!good || from == words)
      return;
    LossCause cause = LossCause::None;
    if (content.keepFrom != 0 && lastEnd(chunk, from, words) < content.keepFrom)
      cause = LossCause::Overwritten;
    else if (diskBytes_ != 0 && bytes > diskBytes_)
      cause = LossCause::DiskLimit;
    else if (!appendChunk(file, chunk, words))
      cause = LossCause::WriteFailed;
    if (cause != LossCause::None) {
      bytes -= size_t(words) * 8;
      content.losses[uint32_t(cause)] += countScopes(chunk, from, words);
      content.keptFrom = std::max(content.keptFrom, lastEnd(chunk, from, words) + 1);
    }
  };
  for (uint32_t number : content.full) {
    const ChunkHeader &chunk = ring_.chunk(number);
    write(chunk, chunk.words);
    lock.lock();
    pool_.unpinOldest();
    lock.unlock();
  }
  for (const auto &[at, words] : content.liveAt)
    write(reinterpret_cast<const ChunkHeader &>(content.live[at]), words);

  add(tail, Entry(MetaKind::Clock).raw(&start_, sizeof start_));
  add(tail, Entry(MetaKind::Clock).raw(&content.end, sizeof content.end));
  add(tail, Entry(MetaKind::Window).u64(start_.ticks).u64(content.end.ticks));
  if (content.keptFrom > start_.ticks)
    add(tail, Entry(MetaKind::KeptFrom).u64(content.keptFrom));
  for (uint32_t i = 1; i < record::lossCauseCount; ++i)
    if (content.losses[i])
      add(tail, Entry(MetaKind::Loss).u32(i).u32(0).u64(content.losses[i]));
  tail.insert(tail.end(), content.openScopes.begin(), content.openScopes.end());
  good = good && file.appendSection(record::SectionType::Meta, names.data(), names.size()) &&
         file.appendSection(record::SectionType::Meta, tail.data(), tail.size()) &&
         file.appendSection(record::SectionType::End, nullptr, 0);
  if (good)
    error = file.finish();
  else if (error.empty())
    error = "cannot write " + file.partPath() + ": " + strerror(errno);
  if (!good && file.isOpen()) {
    unlink(file.partPath().c_str());
    file.close();
  }
  lock.lock();
  return error;
}

}  // namespace autoscope::collect
