// Two time stamps and a record of 16 bytes in warm memory: what a scope costs that is kept nowhere else.
#pragma once

#include "TimeStamp.h"

namespace peer {
constexpr unsigned long storedRecords = 1 << 16;
extern unsigned long stored[2 * storedRecords], storedNext;
struct Stored {
  unsigned long start = timeStamp();
  ~Stored() {
    unsigned long at = storedNext++ % storedRecords * 2;
    stored[at] = start;
    stored[at + 1] = (timeStamp() - start) << 32;
  }
};
}  // namespace peer

#define PEER_TIMED
#define PEER_UNTIMED
#define PEER_SCOPE(name) Stored scope;
