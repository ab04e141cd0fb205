// What is kept of the chunks that cannot be written, so that a session that reached its limit, or a full disk, says
// until when it goes on: all that ended before the first scope that was left out, and what was running then, cut.
#include "collect/ChunkContent.h"
#include "collect/Collector.h"
#include "collect/OpenScopes.h"

#include <algorithm>
#include <new>

namespace autoscope::collect {

using hot::cursorOf;
using hot::ThreadSlot;
using record::ChunkHeader;
using record::MetaKind;

namespace {
constexpr uint64_t excerptBytes = 64 << 10;  // room in a session for the scopes that run when it is full
}  // namespace

// With the names, which come at the end. Once something did not fit nothing does but excerpts, so that what is kept is
// the beginning.
bool Collector::fitsDisk(uint64_t bytes) {
  uint64_t wanted = file_.bytesWritten() + bytes + log_.published().size() + endBytes;
  diskIsFull_ = diskIsFull_ || (diskBytes_ != 0 && wanted + reserve_ > diskBytes_);
  return !diskIsFull_;
}

// So that what other threads have recorded by the time that the session is full fits, too. Under the hand-off lock. Not
// for a flight recorder, which has left out its oldest.
void Collector::reserveForExcerpts(uint32_t uid) {
  reserve_ = 0;
  if (diskBytes_ == 0 || overflow_ == Overflow::Newest)
    return;
  threads_.forEach([&](ThreadSlot &slot) {
    uint32_t cursor = cursorOf(__atomic_load_n(&slot.header.state, __ATOMIC_ACQUIRE));
    if (cursor == 0 || slot.header.uid == uid)
      return;
    uint32_t number = (cursor - 1) / record::chunkWords;
    uint32_t from = number * record::chunkWords + record::chunkHeaderWords + ring_.chunk(number).skipWords;
    reserve_ += sizeof(ChunkHeader) + uint64_t(cursor > from ? cursor - from : 0) * 8;
  });
  reserve_ = excerptBytes + std::min(reserve_, diskBytes_ / 4);
}

// Counts as lost what is not kept.
void Collector::writeExcerpt(const ChunkHeader &header, uint32_t words, record::LossCause cause) {
  uint32_t from = record::chunkHeaderWords + header.skipWords;
  uint64_t first = firstEnd(header, from, words), scopes = countScopes(header, from, words), kept = 0;
  if (first == 0)
    return;
  if (overflow_ == Overflow::Newest) {  // which promises the end and not the beginning
    lose(cause, scopes);
    raiseKeptFrom(lastEnd(header, from, words) + 1);
    return;
  }
  uint64_t &until = ring_.header().writtenUntil;
  uint64_t whole = until == 0 ? first : until;
  try {
    uint64_t &cutAt = cuts_[header.threadUid];
    uint64_t before = cutAt;
    Excerpt excerpt = excerptOf(header, from, words, whole, cutAt);
    if (!appendExcerpt(header, excerpt)) {
      cutAt = before;
      excerpt = excerptOf(header, from, words, 0, cutAt);
      whole = std::min(whole, first);
      if (!appendExcerpt(header, excerpt))
        excerpt.scopes = 0;
    }
    kept = excerpt.scopes;
    if (cutAt == 0)
      cuts_.erase(header.threadUid);
  } catch (const std::bad_alloc &) {
    whole = std::min(whole, first);
  }
  if (kept == scopes)
    return;
  __atomic_store_n(&until, whole, __ATOMIC_RELAXED);
  lose(cause, scopes - kept);
}

bool Collector::appendExcerpt(const ChunkHeader &header, const Excerpt &excerpt) {
  uint64_t bytes = sizeof header + excerpt.words.size() * 8;
  if (excerpt.words.empty())
    return true;
  if (diskBytes_ != 0 && file_.bytesWritten() + bytes + log_.published().size() + endBytes > diskBytes_)
    return false;
  ChunkHeader copy = header;
  copy.words = uint32_t(bytes / 8);
  copy.skipWords = 0;
  copy.state = record::ChunkState::Full;
  copy.section.bytes = bytes;
  copy.isExcerpt = 1;
  iovec pieces[] = {{&copy, sizeof copy}, {const_cast<uint64_t *>(excerpt.words.data()), excerpt.words.size() * 8}};
  return file_.append(pieces, 2);
}

// What a thread was in when it was cut stays open, and what it began later is lost like all that it did then.
void Collector::cutOpenScopes(uint32_t uid, std::vector<OpenFrame> &frames) {
  auto cut = cuts_.find(uid);
  if (cut == cuts_.end())
    return;
  uint64_t scopes = dropLater(frames, cut->second);
  lose(diskIsFull_ ? record::LossCause::DiskLimit : record::LossCause::WriteFailed, scopes);
}

void Collector::describeCuts(std::vector<uint8_t> &tail) {
  auto add = [&tail](uint32_t uid, uint64_t ticks) {
    Entry entry(MetaKind::WrittenUntil);
    const std::vector<uint8_t> &bytes = entry.u32(uid).u32(0).u64(ticks).bytes();
    tail.insert(tail.end(), bytes.begin(), bytes.end());
  };
  uint64_t until = ring_.header().writtenUntil;
  if (until == 0)
    return;
  add(0, until);
  for (const auto &[uid, ticks] : cuts_)
    add(uid, ticks);
}

}  // namespace autoscope::collect
