// How far a session has come, for those who ask while it is recorded.
#include "collect/ChunkContent.h"
#include "collect/Collector.h"

namespace autoscope::collect {

using hot::cursorOf;
using hot::ThreadSlot;
using record::ChunkHeader;
using record::ChunkState;

SessionProgress Collector::progress() {
  SessionProgress progress;
  progress.path = file_.path();
  progress.start = start_;
  ChunkPool::Lock lock = pool_.lock();
  progress.countsScopes = countsScopes_;
  progress.bufferMegabytes = pool_.limitBytes() >> 20;
  progress.scopes = scopesWritten_;
  progress.bytes = bytesWritten_;
  auto add = [&](const ChunkHeader &header, uint32_t words) {
    uint32_t from = record::chunkHeaderWords + header.skipWords;
    if (words <= from)
      return;
    progress.scopes += countScopes(header, from, words);
    progress.bytes += uint64_t(words - from) * 8;
  };
  // The one that is being written counts here until the writer has the lock again.
  // Not those that were given back: on a full tmpfs a look at one would end the process by SIGBUS.
  for (uint32_t number : pool_.existingChunks()) {
    const ChunkHeader &header = ring_.chunk(number);
    if (header.state == ChunkState::Full)
      add(header, header.words);
  }
  threads_.forEach([&](ThreadSlot &slot) {
    uint32_t cursor = cursorOf(__atomic_load_n(&slot.header.state, __ATOMIC_ACQUIRE));
    if (cursor == 0)
      return;
    uint32_t number = (cursor - 1) / record::chunkWords;
    add(ring_.chunk(number), cursor - number * record::chunkWords);
  });
  for (uint32_t i = 1; i < record::lossCauseCount; ++i)
    progress.losses[i] = lossesOfSession(i);
  return progress;
}

uint64_t Collector::lossesOfSession(uint32_t cause) const {
  const record::RingHeader &ring = ring_.header();
  return __atomic_load_n(&ring.losses[cause], __ATOMIC_RELAXED) - ring.lossesAtStart[cause];
}

// Under the hand-off lock, with the state that makes the chunk free.
void Collector::noteWritten(uint64_t scopes) {
  scopesWritten_ += scopes;
  bytesWritten_ = file_.bytesWritten();
}

}  // namespace autoscope::collect
