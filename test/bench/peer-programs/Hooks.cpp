// Our own hooks for -finstrument-functions, as the fastest flight recorders have them: one event of 16 bytes at each
// start and each end into a ring of the thread, nothing streamed. The trace of the newest events is written at the end.
#include "Peer.h"

#include "TimeStamp.h"

#include <cstdio>
#include <ctime>
#include <string>

// PEER_RING_EVENTS, a power of two, is the compiler's option.
namespace {
struct Event {
  void *function;
  unsigned long stamp;  // the highest bit: an end
};
constexpr unsigned long mask = PEER_RING_EVENTS - 1, endBit = 1UL << 63;
struct Ring {
  Event events[PEER_RING_EVENTS];
  unsigned long next;
};
__attribute__((tls_model("initial-exec"))) thread_local Ring ring;
bool on = false;
std::string target;
unsigned long firstStamp;
double firstNs;

double nanoseconds() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return double(time.tv_sec) * 1e9 + double(time.tv_nsec);
}
}  // namespace

extern "C" {
__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *function, void *) {
  if (on)
    ring.events[ring.next++ & mask] = {function, timeStamp()};
}
__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *function, void *) {
  if (on)
    ring.events[ring.next++ & mask] = {function, timeStamp() | endBit};
}
}

namespace peer {
bool begin(const char *folder) {
  target = std::string(folder) + "/trace.json";
  firstStamp = timeStamp();
  firstNs = nanoseconds();
  on = true;
  return true;
}

bool end() {
  on = false;
  double nsPerTick = (nanoseconds() - firstNs) / double(timeStamp() - firstStamp);
  FILE *file = fopen(target.c_str(), "w");
  if (!file)
    return false;
  fputs("[\n", file);
  unsigned long from = ring.next > mask ? ring.next - mask - 1 : 0;
  for (unsigned long i = from; i < ring.next; ++i) {
    const Event &event = ring.events[i & mask];
    fprintf(file, "%s{\"ph\":\"%c\",\"ts\":%.3f,\"pid\":1,\"tid\":1,\"name\":\"%p\"}", i == from ? "" : ",\n",
            event.stamp & endBit ? 'E' : 'B', double((event.stamp & ~endBit) - firstStamp) * nsPerTick * 1e-3,
            event.function);
  }
  fputs("\n]\n", file);
  return fclose(file) == 0;
}
}  // namespace peer
