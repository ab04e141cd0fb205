// Which slot belongs to which live thread, and the threads' names.
//
// Every function wants the hand-off lock (ChunkPool) held. A slot is given back when its thread ends; a uid is never
// given twice.
#pragma once

#include "collect/MetaLog.h"

#include <bitset>

namespace autoscope::collect {

class ThreadTable {
public:
  ThreadTable(Ring &ring, MetaLog &log) : ring_(ring), log_(log) {}

  // A slot for the calling thread, without a chunk yet; null: all are in use, or the disk is full.
  hot::ThreadSlot *claim();
  // By its own thread, too.
  void giveBack(hot::ThreadSlot &slot);
  // A slot whose thread has ended without giving it back: by a system call, or in one of the last destructors of its
  // keys. Handed out once. Null: there is none, or the last look was just now.
  hot::ThreadSlot *takeEnded();
  uint32_t live() const { return live_; }
  bool hasRoom() const { return live_ < record::slotCount; }

  // Names that changed since they were logged (pthread_setname_np after the first scope).
  void logChangedNames();

  template <typename Function> void forEach(Function function) {
    for (uint32_t i = 0; i < highest_; ++i)
      if (used_[i])
        function(ring_.slot(i));
  }

private:
  struct Name {
    char text[16];
  };
  void logName(hot::ThreadSlot &slot);
  void logNameIfChanged(hot::ThreadSlot &slot, const char (&name)[16]);

  Ring &ring_;
  MetaLog &log_;
  std::bitset<record::slotCount> used_, reserved_;
  Name names_[record::slotCount] = {};
  uint32_t live_ = 0;
  uint32_t highest_ = 0;
  uint32_t lastUid_ = 0;
  int64_t lastLook_ = 0;  // for ended threads, ns
};

}  // namespace autoscope::collect
