// The writer thread: from full chunks to the session's stream.
#include "collect/ChunkContent.h"
#include "collect/ClockSample.h"
#include "collect/Collector.h"
#include "collect/LastThread.h"
#include "hot/ThreadState.h"

namespace autoscope::collect {

using record::ChunkHeader;
using record::ChunkState;

namespace {
constexpr size_t writerStack = 256 << 10;
}  // namespace

bool Collector::startWriter() {
  if (writerRuns_)
    return true;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, writerStack);
  // The program's signals are for the program's threads: ours inherits a mask with all of them blocked.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  writerRuns_ = pthread_create(&writer_, &attributes, writerMain, this) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  return writerRuns_;
}

void *Collector::writerMain(void *self) {
  pthread_setname_np(pthread_self(), "autoscope");
  // For good: an instrumented allocator that we call must not make a profiled thread of this one.
  hot::Busy busy;
  OwnThread own;
  static_cast<Collector *>(self)->writeLoop();
  return nullptr;
}

void Collector::writeLoop() {
  ChunkPool::Lock lock = pool_.lock();
  for (;;) {
    if (hasSnapshotToWrite())
      writeSnapshot(lock);
    while (!pool_.hasFull() && !hasSnapshotToWrite() && (pool_.makeAhead(lock) || recycleAhead(lock))) {
    }
    if (hasSnapshotToWrite())
      continue;
    if (hasActivitiesToWrite()) {
      Activities run = nextActivities();
      pool_.beginWork();
      lock.unlock();
      writeActivities(run);
      lock.lock();
      continue;
    }
    uint32_t number = pool_.nextFull(lock);
    if (number == 0 && pool_.isClosed())
      return;
    if (number == 0) {
      record::ClockPoint start = start_;
      lock.unlock();
      refreshClock(start);
      endWithLastThread(maskOfProgram_);
      lock.lock();
      continue;
    }
    ChunkHeader &header = ring_.chunk(number);
    // Without a session the chunk holds only ends of scopes that a finished session has shown as open.
    if (streaming_) {
      bool counts = countsScopes_;
      record::ClockPoint start = start_;
      reserveForExcerpts(header.threadUid);
      lock.unlock();
      uint64_t before = file_.bytesWritten();
      writeChunk(header, header.words);
      bool written = file_.bytesWritten() != before;
      uint64_t scopes =
          counts && written ? countScopes(header, record::chunkHeaderWords + header.skipWords, header.words) : 0;
      refreshClock(start);
      throttleBy(header);
      lock.lock();
      noteWritten(scopes);
    }
    // Only now, after the whole write: a kill before this finds the chunk in the ring, whatever is in the file.
    __atomic_store_n(reinterpret_cast<uint32_t *>(&header.state), uint32_t(ChunkState::Free), __ATOMIC_RELEASE);
    pool_.release(number, threads_.live());
  }
}

// A flight recorder's threads find a chunk ready, too, and need not count what was in it. False: nothing to do.
bool Collector::recycleAhead(ChunkPool::Lock &lock) {
  uint32_t number = pool_.wantsOldest(threads_.live()) ? pool_.takeOldestToWork() : 0;
  if (number == 0)
    return false;
  record::ClockPoint start = start_;
  lock.unlock();
  refreshClock(start);
  throttleBy(ring_.chunk(number));
  giveUp(ring_.chunk(number), record::LossCause::Overwritten);
  lock.lock();
  pool_.release(number, threads_.live());
  return true;
}

// Words that an earlier session has written are left out.
void Collector::writeChunk(const ChunkHeader &header, uint32_t words) {
  uint32_t from = record::chunkHeaderWords + header.skipWords;
  if (isOld(header, words))
    lose(record::LossCause::Overwritten, countScopes(header, from, words));
  else if (!fitsDisk(sizeof header + size_t(words - from) * 8))
    writeExcerpt(header, words, record::LossCause::DiskLimit);
  else if (!appendChunk(file_, header, words))
    writeExcerpt(header, words, record::LossCause::WriteFailed);
  else if (!cuts_.empty())
    cuts_.erase(header.threadUid);
  noteStreamBytes();
}

// So that a reader knows what is missing of a stream that was cut.
void Collector::noteStreamBytes() {
  __atomic_store_n(&ring_.header().streamBytes, file_.bytesWritten(), __ATOMIC_RELAXED);
}

bool Collector::appendChunk(SessionFile &file, const ChunkHeader &header, uint32_t words) {
  ChunkHeader copy = header;
  copy.words = words - header.skipWords;
  copy.skipWords = 0;
  copy.state = ChunkState::Full;
  copy.section.bytes = uint64_t(copy.words) * 8;
  uint32_t from = record::chunkHeaderWords + header.skipWords;
  const auto *content = reinterpret_cast<const uint64_t *>(&header);
  iovec pieces[] = {{&copy, sizeof copy}, {const_cast<uint64_t *>(content + from), size_t(words - from) * 8}};
  return file.append(pieces, 2);
}

// What ended before the seconds that a flight recorder is to keep.
bool Collector::isOld(const ChunkHeader &header, uint32_t words) const {
  return keepFrom_ != 0 && lastEnd(header, record::chunkHeaderWords + header.skipWords, words) < keepFrom_;
}

// Where the rate changes, as when the machine was suspended meanwhile, both ends of that time become points: times
// before and after it are then right.
void Collector::refreshClock(const record::ClockPoint &start) {
  record::ClockPoint point = sampleClocks(), before = ring_.header().last;
  ring_.header().last = point;
  if (point.monotonicNs > start.monotonicNs + 10'000'000)
    ticksPerNs_.store(double(point.ticks - start.ticks) / double(point.monotonicNs - start.monotonicNs),
                      std::memory_order_relaxed);
  bool jumped = rateChanged(ring_.header().first, before, point);
  if (!jumped && point.monotonicNs - lastClockEntry_ < clockInterval(clockEntries_))
    return;
  lastClockEntry_ = point.monotonicNs;
  ++clockEntries_;
  if (jumped)
    log_.appendClock(before);
  log_.appendClock(point);  // failing costs only accuracy: the first and last points are kept elsewhere
}

}  // namespace autoscope::collect
