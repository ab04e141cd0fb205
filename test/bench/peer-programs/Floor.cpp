// The functions with two time stamps and nothing kept: no scope can cost less.
#include "Peer.h"

#include "TimeStamp.h"

namespace {
struct Floor {
  unsigned long start = timeStamp();
  ~Floor() {
    unsigned long duration = timeStamp() - start;
    asm volatile("" : : "r"(duration));
  }
};
}  // namespace

#define PEER_TIMED
#define PEER_UNTIMED
#define PEER_SCOPE(name) Floor floor;
#define PEER_NAME(subject, other) floor##other
#include "Functions.inc"
