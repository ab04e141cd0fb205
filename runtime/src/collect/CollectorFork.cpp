// What becomes of a collector in the child of a fork.
#include "collect/Collector.h"
#include "collect/LastThread.h"

#include <chrono>
#include <utility>

namespace autoscope::collect {

namespace {

// Facts of the process's code, and not of a thread or a moment of the parent.
bool isInherited(record::MetaKind kind) {
  using record::MetaKind;
  return kind == MetaKind::Site || kind == MetaKind::Path || kind == MetaKind::String ||
         kind == MetaKind::FilteredFunctions || kind == MetaKind::Throttled;
}

}  // namespace

Collector::Collector(Collector &parents)
    : lastSite_(parents.lastSite_), filtered_(parents.filtered_), names_(parents.names_) {
  siteIds_.takeFrom(parents.siteIds_);
  throttle_.takeFrom(parents.throttle_);
  armed_.takeFrom(parents.armed_);
  strings_.takeFrom(parents.strings_);
}

// The writer may be waiting for the dynamic linker's lock, which the thread that forks may hold itself.
void Collector::lockForFork() noexcept {
  throttleIsLocked_ = throttle_.mutex().try_lock_for(std::chrono::seconds(1));
  pool_.mutex().lock();
  siteMutex_.lock();
  strings_.mutex().lock();
  log_.mutex().lock();
}

// Also in the child: its one thread is the one that took them.
void Collector::unlockAfterFork() noexcept {
  log_.mutex().unlock();
  strings_.mutex().unlock();
  siteMutex_.unlock();
  pool_.mutex().unlock();
  if (std::exchange(throttleIsLocked_, false))
    throttle_.mutex().unlock();
}

// The parent goes on appending to its log, so what counts is its length now. A collector that has no ring yet, of a
// child that forks before its first scope, has the names that it inherited itself.
void Collector::abandonInChild() noexcept {
  file_.close();
  snapshotFile_.close();
  if (ring_.exists())
    names_ = log_.published();
  ring_.abandon();
  streaming_ = nullptr;
  writerRuns_ = false;
  OwnThread::forgetAll();
}

// Empty, or why not; then the rest waits for the next try.
std::string Collector::publishInherited() {
  if (names_.empty())
    return {};
  const uint8_t *at = names_.data(), *end = at + names_.size();
  while (at != end) {
    // Runs of entries that go over together.
    const uint8_t *from = at;
    const record::MetaEntry *entry = nullptr;
    while (at != end && isInherited((entry = reinterpret_cast<const record::MetaEntry *>(at))->kind))
      at += entry->bytes;
    if (at != from && !log_.append({from, size_t(at - from)})) {
      names_ = {from, size_t(end - from)};
      return "cannot reserve disk space for the names in " + ring_.path();
    }
    if (at != end)
      at += entry->bytes;
  }
  names_ = {};
  return {};
}

}  // namespace autoscope::collect
